"""HTML page of `nbjudge report`, which shows an instructor the results of a class.

The page needs no network, and all of it can be read without scripts. Its Content Security Policy
allows its own style sheet, its charts, and one script, which sorts and searches the tables. Text
that students wrote goes through two steps: control characters, which could reverse or hide text,
are made visible, and then jinja2 escapes it.
"""

import base64
import hashlib
import unicodedata
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..course.check_names import check_name
from ..errors import UsageError
from ..files.atomic_write import replace_text
from .class_findings import LEVELS
from .csv_tables import write_tables
from .figures import figures_of
from .gather import Class, gather

# The page stays readable for a large class: at most so many ...
MAX_LISTED = 100  # students, or reasons, in one list
MAX_FIRST = 3  # reasons, or mistakes, on the first screen
MAX_NAMED = 20  # students named next to one message
MAX_MESSAGES = 5  # messages of one check
MAX_TEXT = 300  # characters of one text


def write_report(
    coursedir: CourseDirectory,
    assignment: str,
    path: str | Path,
    config: Config | None = None,
    tables: Path | None = None,
) -> list[Path]:
    """Write the report on one assignment; return the files written, the page first.

    The page is written atomically, and only its owner can read it. Only the section `Report` of
    `config` counts. `tables` is a folder for the tables as CSV, or None for no tables. Raise
    `UsageError` in the cases of `gather` and if matplotlib is missing, `RunStoppedError` if the
    gradebook cannot be read, and OSError if a file cannot be written.
    """
    data = gather(coursedir, assignment, config)
    page = render(data, Path(path).resolve().parent)
    replace_text(Path(path), page, mode=0o600)  # it holds grades
    return [Path(path), *(write_tables(data, tables) if tables else [])]


def render(data: Class, beside: Path) -> str:
    """Return the page of a class as HTML, with links to feedback relative to the folder `beside`.

    Raise `UsageError` if matplotlib is missing.
    """
    # Imported here, because matplotlib is an optional dependency.
    try:
        from . import charts
    except ModuleNotFoundError as error:
        raise UsageError(
            f"The report needs {error.name}, which is not installed: pip install matplotlib."
        ) from None
    figures = figures_of(data, beside)
    points, seconds, memory = (
        spread.values if spread else []
        for spread in (figures["points"], figures["seconds"], figures["memory"])
    )
    # The style must be complete before `_policy` computes its digest: the browser refuses a style
    # sheet that differs in a single byte.
    style = _template("report.css")
    for level, color in enumerate(charts.colors(LEVELS)):
        style += f".level{level} {{ background: {color}; }}\n"
    script = _template("report.js")
    # The environment escapes every text that it inserts. `finalize` makes control characters
    # visible first. Only plain strings need that: `Markup` is a subclass of `str`, and holds text
    # of our own.
    environment = Environment(
        loader=PackageLoader("nbjudge.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )
    return environment.get_template("report.html.j2").render(
        style=Markup(style),
        script=Markup(script),
        policy=_policy(style, script),
        data=data,
        made=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        check_name=check_name,
        max_listed=MAX_LISTED,
        max_named=MAX_NAMED,
        most_first=MAX_FIRST,
        figures=figures,
        distribution=Markup(charts.distribution(points, data.scores.max_score)) if points else None,
        costs=Markup(charts.costs(seconds, memory)) if seconds or memory else None,
        levels=LEVELS,
        max_messages=MAX_MESSAGES,
    )


def _template(name: str) -> str:
    return resources.files("nbjudge.report").joinpath("templates", name).read_text("utf-8")


def _policy(style: str, script: str) -> str:
    """Return the Content Security Policy of a page.

    It is an allow-list: the page's own style sheet and script, each by its digest, and images in
    `data:` URLs, which is how charts are embedded.
    """
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    """Return the name that a Content Security Policy gives to a style sheet or a script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def visible(text: str) -> str:
    """Shorten a text to `MAX_TEXT` characters, and escape its control characters.

    Unicode's categories Cc, Cf and Cs are escaped: line ends, overrides of the writing direction
    such as U+202E, invisible characters, and lone surrogates (which UTF-8 cannot encode).
    """
    if len(text) > MAX_TEXT:
        text = text[: MAX_TEXT - 1] + "\u2026"
    return "".join(
        f"\\u{ord(c):04x}" if unicodedata.category(c) in ("Cc", "Cf", "Cs") else c for c in text
    )
