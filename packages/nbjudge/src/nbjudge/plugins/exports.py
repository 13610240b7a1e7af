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

from nbgrader.api import Gradebook, Student
from nbgrader.plugins.export import ExportPlugin

from ..course.scores import Scores, read_scores
from ..errors import WrongUsage


class CsvExporter(ExportPlugin):
    """Base class of exporters that write a CSV file.

    To write your own exporter, subclass it and define `rows`.
    """

    default_to: str

    def export(self, gradebook: Gradebook) -> None:
        """Write the CSV file (UTF-8, comma, LF) to `--to`.

        On the command line, an error is reported in one line with exit code 1 instead of raised.

        Raises
        ------
        WrongUsage
            If the gradebook does not contain an assignment or student of the command line.
        OSError
            If the file cannot be written.
        """
        to = Path(self.to or self.default_to)
        text = io.StringIO()
        try:
            csv.writer(text, lineterminator="\n").writerows(self.rows(gradebook))
            to.write_text(text.getvalue(), encoding="utf-8", newline="")
        except (WrongUsage, OSError) as error:
            if not hasattr(self.parent, "fail"):
                raise
            self.parent.fail("%s", error)
        self.log.info("Wrote %s", to)

    def rows(self, gradebook: Gradebook) -> Iterator[list[str]]:
        """Yield the rows of the file, beginning with the header."""
        raise NotImplementedError

    def chosen_assignments(self, gradebook: Gradebook) -> list[Scores]:
        """Return the scores of the assignments named by `--assignment`, or of all."""
        names = [str(name) for name in self.assignment]
        return [
            read_scores(gradebook, name)
            for name in names or [assignment.name for assignment in gradebook.assignments]
        ]

    def chosen_students(self, gradebook: Gradebook) -> list[Student]:
        """Return the students named by `--student`, or all, by last name, first name and id."""
        students = gradebook.students
        chosen = {str(name) for name in self.student}
        unknown = chosen - {student.id for student in students}
        if unknown:
            raise WrongUsage(
                f"The gradebook holds no student {', '.join(map(repr, sorted(unknown)))}: "
                "correct the id, or add the student with `nbgrader db student add`."
            )
        return sorted(
            (student for student in students if not chosen or student.id in chosen),
            key=lambda student: (student.last_name or "", student.first_name or "", student.id),
        )

    def identifier(self, text: str | None) -> str:
        """Return an id or address for matching; log a warning if it had to be escaped."""
        written = as_text(text)
        if written != (text or ""):
            self.log.warning(
                "A spreadsheet program would run %r as a formula, so it is written as %r and will "
                "not be matched with an account: enter this student's grade by hand.",
                text,
                written,
            )
        return written

    def final_scores(self, scores: Scores) -> dict[str, float]:
        """Return the scores of completely graded submissions, by student id.

        Submissions that still need manual grading are left out, and the log names their students.
        """
        waiting = [s.student_id for s in scores.submissions.values() if s.pending]
        if waiting:
            self.log.warning(
                "%s: no grade is written for %d students whose submission is not completely "
                "graded (formgrader shows what is missing): %s",
                scores.assignment,
                len(waiting),
                ", ".join(waiting),
            )
        return {s.student_id: s.score for s in scores.submissions.values() if not s.pending}


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
        students, assignments = self.chosen_students(gradebook), self.chosen_assignments(gradebook)
        titles = [as_text(scores.assignment) for scores in assignments]
        yield ["Student", "ID", "SIS Login ID", "Section", *titles]
        yield ["    Points Possible", "", "", "", *(f"{s.max_score:.2f}" for s in assignments)]
        columns = [self.final_scores(scores) for scores in assignments]
        for student in students:
            name = ", ".join(filter(None, [student.last_name, student.first_name])) or student.id
            number = student.lms_user_id or ""
            yield [
                as_text(name),
                number if re.fullmatch("[0-9]+", number) else "",
                self.identifier(student.id),
                "",
                *(_number(column.get(student.id), "") for column in columns),
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
        students, assignments = self.chosen_students(gradebook), self.chosen_assignments(gradebook)
        titles = [as_text(scores.assignment) for scores in assignments]
        yield ["First name", "Last name", "ID number", "Email address", *titles]
        columns = [self.final_scores(scores) for scores in assignments]
        for student in students:
            yield [
                as_text(student.first_name),
                as_text(student.last_name),
                self.identifier(student.id),
                self.identifier(student.email),
                *(_number(column.get(student.id), "-") for column in columns),
            ]


def as_text(text: str | None) -> str:
    """Escape a text, so that spreadsheet programs never run it as a formula.

    A single quote is inserted before a leading = + - @ (full-width forms included), tab or line
    end. The same is done after a separator inside the text, because a program that splits at that
    separator would start a cell there (OWASP, "CSV Injection"). Other text is unchanged.
    """
    return FORMULA.sub(r"\1'", text or "")


FORMULA = re.compile(
    r"(^|[;,|\t\r\n])(?=[\s\"']*[=+\-@\uff1d\uff0b\uff0d\uff20])" r"|^(?=[\t\r\n])"
)


def _number(score: float | None, missing: str) -> str:
    return missing if score is None else f"{score:.2f}"
