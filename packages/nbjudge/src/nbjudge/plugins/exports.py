"""Plugins for `nbgrader export` that write grades for Canvas and for Moodle.

    nbgrader export --exporter nbjudge.plugins.exports.CanvasExporter --to canvas.csv
    nbgrader export --exporter nbjudge.plugins.exports.MoodleExporter --to moodle.csv

`--assignment` and `--student` select assignments and students, as in nbgrader's own CSV export.
Scores are those of nbgrader's own export: the points minus the late penalty, never below 0.
"""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from nbgrader.api import Gradebook, Student
from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins.export import ExportPlugin
from traitlets import Bool

from ..errors import UsageError
from ..files.text import first_few
from ..gradebook.late_penalties import renew_late_penalties
from ..gradebook.scores import Scores, read_scores


class Column(NamedTuple):
    """Grades of an assignment or a notebook: title, points possible, and scores by student id."""

    title: str
    max_score: float
    scores: dict[str, float]


class CsvExporter(ExportPlugin):
    """Base class of exporters that write a CSV file.

    To write your own exporter, subclass it and define `rows`.

    Examples
    --------
    A file `points.py` in the course folder, for `nbgrader export --exporter points.PointsExporter`:

    >>> class PointsExporter(CsvExporter):
    ...     default_to = "points.csv"
    ...
    ...     def rows(self, gradebook):
    ...         yield ["student", "assignment", "points"]
    ...         for scores in self.chosen_assignments(gradebook):
    ...             for student in self.chosen_students(gradebook):
    ...                 submission = scores.submissions.get(student.id)
    ...                 if submission is not None:
    ...                     yield [student.id, scores.assignment, f"{submission.score:g}"]
    """

    default_to: str
    include_partial = Bool(
        False,
        help="Whether to export the points so far of a submission that still needs manual grading, "
        "with 0 for ungraded cells. If False, no grade is exported for it.",
    ).tag(config=True)
    by_notebook = Bool(
        False, help="Whether to write a column per notebook instead of one per assignment."
    ).tag(config=True)

    def export(self, gradebook: Gradebook) -> None:
        """Write the CSV file (UTF-8, comma, LF) to `--to`.

        On the command line, an error is reported in one line with exit code 1 instead of raised.

        Raises
        ------
        UsageError
            If the gradebook does not contain an assignment or student of the command line.
        OSError
            If the file cannot be written.
        """
        to = Path(self.to or self.default_to)
        text = io.StringIO()
        try:
            csv.writer(text, lineterminator="\n").writerows(self.rows(gradebook))
            to.write_text(text.getvalue(), encoding="utf-8", newline="")
        except (UsageError, OSError) as error:
            if not hasattr(self.parent, "fail"):
                raise
            self.parent.fail("%s", error)
        self.log.info("Wrote %s", to)

    def rows(self, gradebook: Gradebook) -> Iterator[list[str]]:
        """Yield the rows of the file, beginning with the header."""
        raise NotImplementedError

    def chosen_assignments(self, gradebook: Gradebook) -> list[Scores]:
        """Return the scores of the assignments named by `--assignment`, or of all.

        Late penalties are first computed again for points that a person gave since.
        """
        names = [str(name) for name in self.assignment]
        names = names or [assignment.name for assignment in gradebook.assignments]
        coursedir = getattr(self.parent, "coursedir", None) or CourseDirectory(config=self.config)
        for name in names:
            renew_late_penalties(coursedir, self.config, gradebook, name)
        return [read_scores(gradebook, name) for name in names]

    def chosen_students(self, gradebook: Gradebook) -> list[Student]:
        """Return the students named by `--student`, or all, by last name, first name and id."""
        students = gradebook.students
        chosen = {str(name) for name in self.student}
        unknown = chosen - {student.id for student in students}
        if unknown:
            raise UsageError(
                f"The gradebook has no student {', '.join(map(repr, sorted(unknown)))}: "
                "correct the id, or add the student with `nbgrader db student add`."
            )
        return sorted(
            (student for student in students if not chosen or student.id in chosen),
            key=lambda student: (student.last_name or "", student.first_name or "", student.id),
        )

    def identifier(self, text: str | None) -> str:
        """Return an id or address for matching; log a warning if it had to be escaped."""
        written = escape_formula(text)
        if written != (text or ""):
            self.log.warning(
                "A spreadsheet program would run %r as a formula, so it is written as %r and will "
                "not be matched with an account: enter this student's grade by hand.",
                text,
                written,
            )
        return written

    def columns(self, gradebook: Gradebook) -> Iterator[Column]:
        """Yield the columns of grades that the traits and the command line ask for.

        The log says how many submissions still need manual grading.
        """
        for scores in self.chosen_assignments(gradebook):
            if self.by_notebook:
                for notebook, points in scores.tasks.items():
                    yield self._column(scores, f"{scores.assignment} {notebook}", points, notebook)
            else:
                yield self._column(scores, scores.assignment, scores.max_score)

    def _column(
        self, scores: Scores, title: str, max_score: float, notebook: str | None = None
    ) -> Column:
        found = {
            student: each.score if notebook is None else each.late_score(notebook)
            for student, each in scores.submissions.items()
        }
        waiting = [
            student
            for student, each in scores.submissions.items()
            if any(notebook in (None, cell.notebook) for cell in each.pending)
        ]
        if waiting:
            written = "no grade is written"
            if self.include_partial:
                written = "only the points so far are written"
            self.log.warning(
                "%s: %s for %d students whose submission is not completely graded "
                "(formgrader shows what is missing): %s",
                title,
                written,
                len(waiting),
                first_few(waiting),
            )
        if not self.include_partial:
            found = {student: score for student, score in found.items() if student not in waiting}
        return Column(escape_formula(title), max_score, found)


class CanvasExporter(CsvExporter):
    """An exporter for "Import" in Canvas's Gradebook, with one column per assignment.

    The format is that of Canvas's own export, as its importer reads it (canvas-lms,
    lib/gradebook_importer.rb and lib/gradebook_exporter.rb). The columns are `Student` ("Last,
    First"), `ID`, `SIS Login ID`, `Section`, then the assignments. The second line contains
    "    Points Possible". Numbers have two decimals.

    Canvas looks up a student by `ID`, then by `SIS Login ID`, then by name. `ID` is Canvas's own
    number. It is the gradebook's `lms_user_id` if that is a number, and empty otherwise. `SIS Login
    ID` is nbgrader's student id. `Section` may be empty. A column whose title is not an assignment
    of the course creates one, with the points possible of the second line. A missing grade is an
    empty cell.
    """

    default_to = "canvas.csv"

    def rows(self, gradebook: Gradebook) -> Iterator[list[str]]:
        students = self.chosen_students(gradebook)
        columns = [*self.columns(gradebook)]
        yield ["Student", "ID", "SIS Login ID", "Section", *(each.title for each in columns)]
        yield ["    Points Possible", "", "", "", *(f"{each.max_score:.2f}" for each in columns)]
        for student in students:
            name = ", ".join(filter(None, [student.last_name, student.first_name])) or student.id
            number = student.lms_user_id or ""
            yield [
                escape_formula(name),
                number if re.fullmatch("[0-9]+", number) else "",
                self.identifier(student.id),
                "",
                *(_number(column.scores.get(student.id), "") for column in columns),
            ]


class MoodleExporter(CsvExporter):
    """An exporter for "Import > CSV file" in Moodle's gradebook, with one column per assignment.

    The columns are the first ones of Moodle's own export (`First name`, `Last name`, `ID number`,
    `Email address`), then the assignments (docs.moodle.org, "Grade import"; moodle,
    grade/import/csv/classes/load_data.php). On import, Moodle asks which column identifies the
    student. Map from `ID number`, which is nbgrader's student id, to the ID number or the username,
    depending on which of them your student ids are; or map from `Email address` to the email
    address. "-" is Moodle's sign for a missing grade: in a new grade item it has no effect, and in
    an existing one it clears the grade.
    """

    default_to = "moodle.csv"

    def rows(self, gradebook: Gradebook) -> Iterator[list[str]]:
        students = self.chosen_students(gradebook)
        columns = [*self.columns(gradebook)]
        titles = [each.title for each in columns]
        yield ["First name", "Last name", "ID number", "Email address", *titles]
        for student in students:
            yield [
                escape_formula(student.first_name),
                escape_formula(student.last_name),
                self.identifier(student.id),
                self.identifier(student.email),
                *(_number(column.scores.get(student.id), "-") for column in columns),
            ]


def escape_formula(text: str | None) -> str:
    """Escape a text, so that spreadsheet programs never run it as a formula.

    A single quote is inserted before a leading = + - @ (full-width forms included), tab or line
    end. The same is done after a separator inside the text, because a program that splits at that
    separator would start a cell there (OWASP, "CSV Injection"). Other text is unchanged, and so is
    a minus inside the text that begins a list of numbers, as in `[3, -2.5]`.
    """
    return FORMULA.sub("'", text or "")


# A minus that is not escaped: nothing but numbers follow it, up to a closing bracket or the end. A
# cell that began with it would be a number or, with the bracket that nothing opens, no formula.
# Digits and a point alone compute nothing, so decimals are as safe as whole numbers. A comma alone
# is no end: where it is the decimal comma, "-2,5+cmd|..." is one formula.
NUMBER = r"[0-9]+(?:\.[0-9]+)?"
IN_LIST = rf"(?:-?{NUMBER}(?:e[+-]?[0-9]+)?|nan|inf|None|\.\.\.)"
NUMBERS = rf" *-{NUMBER}(?:, *{IN_LIST})*(?:[\])}}]|\Z)"
SIGN = r"[\s\ufeff\"']*[=+\-@\uff1d\uff0b\uff0d\uff20]"
FORMULA = re.compile(
    rf"^(?={SIGN}|[\t\r\n])|(?<=[;,|\t\r\n])(?!{NUMBERS})(?={SIGN})",
)


def _number(score: float | None, missing: str) -> str:
    return missing if score is None else f"{score:.2f}"
