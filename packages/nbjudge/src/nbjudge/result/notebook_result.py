"""The result of a notebook and its HTML, which is the same wherever a student sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from .parts import SETTLED, Block, Part, blocks_of, tally_of

TEMPLATES = Path(__file__).parent / "templates"


@dataclass
class NotebookResult:
    """Result of a notebook: its parts, and sentences on the whole.

    `unreadable` is the reason why the file could not be opened, with what to do; then nothing else
    is shown. `sentences` are shown above the parts.
    """

    parts: list[Part] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    unreadable: str = ""

    @property
    def blocks(self) -> list[Block]:
        """The parts by function; those with something to do come first."""
        return blocks_of(self.parts)

    @property
    def is_complete(self) -> bool:
        """True if nothing is left to do for the student."""
        return not self.unreadable and all(part.outcome in SETTLED for part in self.parts)

    @property
    def is_untouched(self) -> bool:
        """True if nothing is written yet."""
        return bool(self.parts) and all(part.outcome == "unwritten" for part in self.parts)

    @property
    def tally(self) -> list[tuple[str, str]]:
        """How many parts have each outcome: pairs of a sign and a number with a word."""
        return tally_of(self.parts)

    @property
    def words(self) -> str:
        """The tally in words, or the reason why there is none."""
        tally = ", ".join(words for _, words in self.tally)
        return self.unreadable or tally or "No checks"

    @property
    def line(self) -> str:
        """The tally in one line, with signs."""
        return ", ".join(f"{sign} {words}" for sign, words in self.tally) or "no checks"

    def html(self, level: int, *, in_lab: bool = False) -> Markup:
        """Return the HTML of the result.

        Parameters
        ----------
        level
            The level of its headings.
        in_lab
            True for a part of JupyterLab's page, whose script acts on buttons instead of links.
        """
        return _macro("result", self, level, in_lab)

    def frame(self, part: Part) -> Markup:
        """Return the HTML of one part, to be put above its cell."""
        return _macro("frame", part)


def notebooks_html(title: str, progress: Sequence[Mapping[str, str | None]]) -> Markup:
    """Return the HTML list of a folder's notebooks, given by `name` and `result`, with a title."""
    return _macro("notebooks", title, progress)


def points_line(points: float | None, possible: float, waiting: float = 0, later: float = 0) -> str:
    """Return the points of a notebook or a submission in words.

    `waiting` are those that need manual grading, `later` those that count after the due date.

    Examples
    --------
    >>> points_line(3, 10, waiting=4)
    '3 of 10 points so far, 4 need manual grading'
    """
    so_far = " so far" if waiting or later else ""
    words = [f"{number(points or 0)} of {number(possible)} points{so_far}"]
    if waiting:
        words.append(f"{number(waiting)} {'needs' if waiting == 1 else 'need'} manual grading")
    if later:
        verb = "is" if later == 1 else "are"
        words.append(f"{number(later)} {verb} counted after the due date")
    return ", ".join(words)


def number(value: float) -> str:
    """Return a number of points as text."""
    return f"{value:.4g}"


def whole_arrows(text: str) -> Markup:
    """Return text as HTML in which no line ends between the two characters of an arrow.

    Examples
    --------
    >>> whole_arrows("a -> b")
    Markup('a <span class="nbjudge-arrow">-&gt;</span> b')
    """
    arrow = Markup('<span class="nbjudge-arrow">{}</span>').format("->")
    return arrow.join(text.split("->"))


@cache
def style() -> Markup:
    """Return the style sheet of all results, as a style element."""
    return Markup(f"<style>{(TEMPLATES / 'result.css').read_text('utf-8')}</style>")


@cache
def environment() -> Environment:
    """Return Jinja's environment with the templates; every value is escaped."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    made.filters["number"] = number
    made.filters["arrows"] = whole_arrows
    return made


def _macro(name: str, *arguments: object) -> Markup:
    module = environment().get_template("result.html.j2").module
    return Markup(getattr(module, name)(*arguments))
