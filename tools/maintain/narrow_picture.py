"""Write docs/backward-narrow.svg: the README's picture with its two halves one below the other.

    python tools/maintain/narrow_picture.py

A page shows it on a narrow screen, where the texts of docs/backward.svg would be too small to read.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "grading"))
from course import ROOT

WIDE = ROOT / "docs" / "backward.svg"
NARROW = WIDE.with_name("backward-narrow.svg")
MOVED = {
    'viewBox="0 0 840 404"': 'viewBox="0 0 390 800"',
    'width="840" height="404"': 'width="390" height="800"',
    ".title { font-size: 17px": ".title { font-size: 14px",
    ".small, .at { font-size: 14px }": ".small { font-size: 14px } .at { font-size: 12px }",
    '<g transform="translate(470 0)">': '<g transform="translate(20 400)">',
}


def narrow_picture(wide: str) -> str:
    """Return the narrow picture that is made from the wide one; both are SVG text."""
    for old, new in MOVED.items():
        if wide.count(old) != 1:
            raise ValueError(f"docs/backward.svg does not have {old} once")
        wide = wide.replace(old, new)
    return wide


if __name__ == "__main__":
    NARROW.write_text(narrow_picture(WIDE.read_text()))
