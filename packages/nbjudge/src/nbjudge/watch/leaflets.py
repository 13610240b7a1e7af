"""The pages of an attempt that lie in the exchange for the student."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from nbgrader.utils import notebook_hash

from ..course.json_files import replace_text
from ..course.times import parse_time

NOTE = re.compile(r'<p id="nbjudge-older".*?</p>', re.DOTALL)
BODY = re.compile(r"<body[^>]*>")


def page_file(feedback: Path, secret: str, notebook: str) -> Path:
    """Where `nbgrader release_feedback` puts a page."""
    return feedback / f"{notebook_hash(secret=secret, notebook_id=notebook)}.html"


def released_pages(feedback: Path, secret: str, notebooks: Iterable[str]) -> dict[str, Path]:
    """The pages that are there, by notebook."""
    paths = {name: page_file(feedback, secret, name) for name in notebooks}
    return {name: path for name, path in paths.items() if path.is_file()}


def remove_pages(pages: Mapping[str, Path]) -> None:
    """Take pages out of the exchange."""
    for path in pages.values():
        path.unlink(missing_ok=True)


def mark_as_older(pages: Mapping[str, Path], handed_in: str, newer: str) -> None:
    """Say at the top of pages that the student has handed in again.

    Parameters
    ----------
    pages
        The pages of the older attempt.
    handed_in, newer
        When it was handed in, and when the next one was, as `told` has times.
    """
    this, then = (f"{parse_time(text):%Y-%m-%d %H:%M:%S} UTC" for text in (handed_in, newer))
    note = (
        '<p id="nbjudge-older" role="note" style="margin:0;padding:1em;background:#fff3cd;'
        f'color:#222"><strong>Not your latest attempt.</strong> This page is about what you handed '
        f"in on {this}. You handed in again on {then}.</p>"
    )
    for path in pages.values():
        page = NOTE.sub("", path.read_text(), count=1)
        replace_text(path, BODY.sub(lambda body: body[0] + note, page, count=1), mode=0o644)
