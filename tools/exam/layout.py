"""Parts of a printed page, as HTML: programs, blanks to write in, and drawings of graphs."""

import functools
import html
import shutil
from collections.abc import Sequence

from lab_modules import lab_module
from question import Answer


class NoGraphvizError(Exception):
    """The program dot is missing."""


def program(lines: Sequence[str], first: int = 1) -> str:
    """Return a program with line numbers."""
    numbered = [
        f"<i>{number:2}</i>  {html.escape(line)}" for number, line in enumerate(lines, first)
    ]
    return "<pre>" + "\n".join(numbered) + "</pre>"


def blank(answer: Answer, filled: bool, width: int = 22) -> str:
    """Return a line to write on, or the right answer on it.

    Arguments:
        answer: what is asked.
        filled: whether the right answer is printed.
        width: in millimeters.
    """
    text = html.escape(answer.right) if filled else "&nbsp;"
    return f'<span class="blank" style="min-width:{width}mm">{text}</span>'


def labeled_blanks(answers: Sequence[Answer], filled: bool, width: int = 22) -> str:
    """Return a row of blanks, each after its label."""
    parts = [
        f'<span class="asked">{html.escape(answer.label)} {blank(answer, filled, width)}</span>'
        for answer in answers
    ]
    return "<p class='blanks'>" + "\n".join(parts) + "</p>"


@functools.cache
def drawing(dot: str) -> str:
    """Draw DOT text as the lab's notebooks do, and return the picture as SVG text.

    Raises NoGraphvizError if the program dot is missing.
    """
    draw = lab_module("autograd", "drawing.draw")
    dot_program = shutil.which("dot")
    if dot_program is None:
        raise NoGraphvizError(f"The pictures need the program dot. Install {draw.GRAPHVIZ}.")
    (picture,) = draw.run_dot(dot_program, [dot])
    # Its style sheet is for screens, and would stand in the page once for each picture.
    return picture.replace(draw.THICK, "")
