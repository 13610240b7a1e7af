"""What a notebook's result shows of its cells: the heading above each one, and its pictures."""

import base64
import re
from collections.abc import Iterable, Mapping
from typing import Any

from nbformat import NotebookNode

from ..course.failed_cells import LONGEST_SENTENCE
from ..files.text import one_line

MOST_PICTURES = 2  # of one check
LARGEST_PICTURE = 200_000  # characters
HEADING = re.compile(r"^#{1,6} +(\S.*)$", re.MULTILINE)
LONGEST_HEADING = 1000  # characters that are looked at
FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
MARKUP = re.compile(r"[*`$]")


def headings_above(cells: Iterable[NotebookNode]) -> list[str]:
    """Return, for each cell, the text of the last heading above it or in it; "" if none is."""
    heading = ""
    headings = []
    for cell in cells:
        if cell.cell_type == "markdown":
            found = HEADING.findall(FENCED.sub("", cell.source))
            heading = _plain(found[-1]) if found else heading
        headings.append(heading)
    return headings


def headings_by_id(cells: Iterable[NotebookNode]) -> dict[str, str]:
    """Return the result of `headings_above` for nbgrader's cells, by their grade ids."""
    cells = list(cells)
    ids = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in cells]
    headings = zip(ids, headings_above(cells), strict=True)
    return {grade_id: heading for grade_id, heading in headings if grade_id}


def _plain(heading: str) -> str:
    """Return a heading's text without Markdown's marks."""
    text = heading[:LONGEST_HEADING].rstrip().rstrip("#").rstrip()
    return one_line(MARKUP.sub("", LINK.sub(r"\1", text)), LONGEST_SENTENCE)


def pictures_of(outputs: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Return the last pictures in a cell's outputs, for img elements: there no script runs.

    Each is a `data:` URL with its plain text.
    """
    pictures = []
    for data in (output.get("data", {}) for output in outputs):
        text = one_line(data.get("text/plain", ""), LONGEST_SENTENCE)
        if "image/svg+xml" in data:
            encoded = base64.b64encode(data["image/svg+xml"].encode()).decode()
            pictures.append((f"data:image/svg+xml;base64,{encoded}", text))
        elif "image/png" in data:
            pictures.append((f"data:image/png;base64,{data['image/png']}", text))
    small = [picture for picture in pictures if len(picture[0]) < LARGEST_PICTURE]
    return small[-MOST_PICTURES:]
