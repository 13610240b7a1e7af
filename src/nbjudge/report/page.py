"""`nbjudge report`: one HTML page that shows an instructor how the class did.

The page needs no network and runs nothing: its Content Security Policy allows no script, and
nothing but its own style sheet and charts. What students wrote is escaped by jinja2, after
control characters, which could reverse or hide text, have been made visible.
"""

import base64
import hashlib
import os
import statistics
import tempfile
import unicodedata
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from nbgrader.coursedir import CourseDirectory

from ..course.folders import student_folders
from ..course.gradebook import open_gradebook
from ..course.record import read_record
from ..course.scores import Scores, read_scores
from ..errors import WrongUsage
from .findings import (
    LEVELS,
    attention,
    by_reason,
    hardest_cells,
    heat_map,
    shared_cells,
    to_grade,
)

MAX_LISTED = 100  # students, or reasons, in one list
MAX_TEXT = 300  # characters of any one text of a student's


def write_report(coursedir: CourseDirectory, assignment: str, path: str | Path) -> Path:
    """Write the report on one assignment.

    Parameters
    ----------
    coursedir:
        nbgrader's course folder: its gradebook (`db_url`) and its `submitted/` and `autograded/`.
    assignment:
        The assignment's name.
    path:
        Where the page is written. The file is replaced as a whole or left as it was.

    Returns
    -------
    The path of the page.

    Raises
    ------
    WrongUsage
        If there is no gradebook, if it does not hold the assignment, or if matplotlib is missing.
    Stopped
        If the gradebook cannot be read.
    OSError
        If the page cannot be written.
    """
    with open_gradebook(coursedir) as gradebook:
        scores = read_scores(gradebook, assignment)
        names = {
            s.id: " ".join(filter(None, [s.first_name, s.last_name])) for s in gradebook.students
        }
    return _replace(Path(path), render(coursedir, scores, names))


def render(coursedir: CourseDirectory, scores: Scores, names: dict[str, str]) -> str:
    """Make the page from the scores, the students' names by id, and what lies on the disk."""
    try:
        from . import charts
    except ModuleNotFoundError as error:
        raise WrongUsage(
            f"The report is drawn with {error.name}, which is missing here: "
            "pip install 'nbjudge[report]'."
        ) from None
    folders = student_folders(coursedir, coursedir.autograded_directory, scores.assignment)
    found = {student: read_record(folder) for student, folder in folders.items()}
    records = {student: record for student, record in found.items() if record}
    submitted = student_folders(coursedir, coursedir.submitted_directory, scores.assignment)
    submissions = sorted(scores.submissions.values(), key=lambda s: (-s.score, s.student_id))
    points = [submission.score for submission in submissions]
    seconds = [r.seconds for r in records.values() if r.seconds is not None]
    memory = [r.peak_memory_mb for r in records.values() if r.peak_memory_mb is not None]
    reasons = attention(scores, records)

    environment = Environment(
        loader=PackageLoader("nbjudge.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )
    style = resources.files("nbjudge.report").joinpath("templates/report.css").read_text("utf-8")
    for level, colour in enumerate(charts.colours(LEVELS)):
        style += f".level{level} {{ background: {colour}; }}\n"
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return environment.get_template("report.html.j2").render(
        style=Markup(style),
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; "
        "base-uri 'none'; form-action 'none'",
        scores=scores,
        names=names,
        records=records,
        made=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        missing=sum(student not in scores.submissions for student in names),
        ungraded=sorted(set(submitted) - set(scores.submissions) - set(records)),
        unsafe=sum(not record.sandbox for record in records.values()),
        shared=shared_cells(records),
        middle=_middle,
        points=points,
        distribution=Markup(charts.distribution(points, scores.max_score)) if points else None,
        to_grade=to_grade(submissions),
        attention=len(reasons),
        reasons=by_reason(reasons),
        failures=hardest_cells(scores, folders),
        rows=heat_map(scores, submissions),
        seconds=seconds,
        memory=memory,
        costs=Markup(charts.costs(seconds, memory)) if seconds or memory else None,
        slowest=sorted(
            ((student, r) for student, r in records.items() if r.seconds is not None),
            key=lambda item: (-(item[1].seconds or 0.0), item[0]),
        )[:5],
        levels=LEVELS,
        max_listed=MAX_LISTED,
    )


def _middle(values: list[float]) -> str:
    """The median of some numbers, as the page writes numbers."""
    return f"{statistics.median(values):.4g}"


def visible(text: str) -> str:
    """Shorten a text and write its control characters as escapes, so that nothing hides in it.

    Unicode's categories Cc, Cf and Cs are escaped: line ends, text that runs from right to left
    by order (U+202E), invisible characters, halves of surrogate pairs (which have no UTF-8).
    """
    if len(text) > MAX_TEXT:
        text = text[: MAX_TEXT - 1] + "\u2026"
    return "".join(
        f"\\u{ord(c):04x}" if unicodedata.category(c) in ("Cc", "Cf", "Cs") else c for c in text
    )


def _replace(path: Path, page: str) -> Path:
    """Write the page beside its place and move it there, so that no half page is ever read.

    Like every such temporary file it can be read by its owner only, which suits grades.
    """
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        try:
            file.write(page)
            file.close()
            os.replace(file.name, path)
        finally:
            Path(file.name).unlink(missing_ok=True)
    return path
