"""What a reader without a mouse or without the picture needs in the text of the notebooks."""

import json
import re

import pytest
from support.paths import SOURCE

TEXTS = {
    f"{path.parent.name}/{path.stem}": [
        "".join(cell["source"])
        for cell in json.loads(path.read_text())["cells"]
        if cell["cell_type"] == "markdown"
    ]
    for path in sorted(SOURCE.glob("*/*.ipynb"))
}


@pytest.mark.parametrize("notebook", TEXTS)
def test_no_table_has_an_empty_header(notebook):
    """A screen reader says the header before each cell of its column."""
    headers = re.findall(r"^(\|.*)\n\| ?---", "\n\n".join(TEXTS[notebook]), re.M)
    for header in headers:
        assert all(title.strip() for title in header.strip().strip("|").split("|")), header


@pytest.mark.parametrize("notebook", [name for name in TEXTS if "simple-grad" not in name])
def test_who_is_sent_to_a_slider_with_the_mouse_is_told_the_keys(notebook):
    for text in TEXTS[notebook]:
        if "arrow keys" in text:
            assert "Esc, then Tab" in text, text
