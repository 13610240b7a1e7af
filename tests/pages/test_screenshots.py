"""The pictures of the pages show texts of today, and each has an alternative text."""

import json
import re

from picture_texts import LEAST
from support.paths import ROOT
from texts import PAGES, plain, texts

PICTURES = ROOT / "docs" / "pictures"
RETAKE = "retake it, as docs/authors.md says"
# A picture on a page: its alternative text, its path and its name.
SHOWN = re.compile(r"!\[([^\]]*)\]\(((?:[\w./-]*/)?([\w-]+)\.(?:png|svg))\)")


def test_each_picture_shows_texts_of_today():
    noted = json.loads((PICTURES / "texts.json").read_text())
    known = " ".join(plain(text) for _, text in texts())
    assert set(noted) == {path.stem for path in PICTURES.glob("*.png")}
    for name, lines in noted.items():
        assert lines, f"nothing of {name}.png is noted: {RETAKE}"
        for line in lines:
            assert len(line.split()) >= LEAST
            assert line in known, f"{name}.png shows {line!r}: {RETAKE}"


def test_each_picture_is_shown_and_has_an_alternative_text():
    shown = [match for path in PAGES for match in SHOWN.findall(path.read_text())]
    assert {name for _, _, name in shown} >= {path.stem for path in PICTURES.glob("*.png")}
    for alternative, path, _ in shown:
        assert alternative.strip(), path
    for path in PAGES:
        for picture in re.findall(r"<img\b[^>]*>", path.read_text()):
            assert re.search(r'alt="[^"]+"', picture), (path, picture)
