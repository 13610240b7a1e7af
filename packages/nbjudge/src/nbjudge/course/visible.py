"""What a student may see of a graded submission now.

Until the due date a student can submit again, so whatever one attempt shows helps with the next.
Every part of nbjudge that shows a result to a student asks this module: the feedback page with its
totals, and the status of an attempt, which the panel *Submissions* shows. *Validate* and the start
page show runs on the student's own machine, where no hidden test is, so they need no rule.

Until the due date, with an extension, the rules are:

- Of an **in-process cell**, which a submission can read and whose outputs it can write, the points
  are shown as full, part or none (`visible_grades`), and no output is (`hide_outputs`).
- Of a cell that **counts after the due date** (`nbjudge.tags.AFTER_DUE_DATE`), nothing is shown,
  and no total holds its points.
- A **sentence on the submission** is about its files, or one of `STOPPED`, which say nothing but
  how the run with the judge ended (`visible_reasons`). With
  ``WatchLimits.feedback_before_due = "scores"``, it is about files.

Afterwards everything is shown. `docs/security.md` counts what remains.
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from nbformat import NotebookNode

from nbisolate import Stop

from ..exchange.status_files import AttemptStatus
from ..files.times import utc_now
from ..gradebook.record import NotebookRecord, Record
from ..gradebook.scores import NotebookGrades
from .failed_cells import CANNOT_JUDGE

# Of an in-process cell before the due date, instead of its outputs, which the submission can write.
CONCEALED = "This check ran together with your code. You will see its details after the due date."
COUNTED_LATER = "This check is counted after the due date."
FULL = "full"  # the values of `AttemptStatus.feedback`
SCORES = "scores"
# How a run ended, for students. The instructor's sentences also hold numbers and names that a
# submission can choose, such as its exit code.
STOPPED = {
    Stop.TIME: "it took too long and was stopped",
    Stop.PROCESSOR: "it used too much processor time and was stopped",
    Stop.MEMORY: "it used too much memory and was stopped",
    Stop.ENDED: "Python ended before the last cell",
    Stop.PROTOCOL: "Python ended before the last cell",
    Stop.JUDGE: "the checks took too long and were stopped",
}
NO_PAGE = "A page could not be generated. Ask your instructor"


def is_over(due: datetime.datetime | None, *, attempts: bool) -> bool:
    """Return True if a student may see everything.

    Parameters
    ----------
    due
        The student's due date, with an extension (naive UTC), or None.
    attempts
        Whether students can submit again and again (`nbjudge watch`). Then, without a due date,
        some things are never shown.
    """
    return utc_now() > due if due is not None else not attempts


# ---- points and outputs ---------------------------------------------------------------------


@dataclass(frozen=True)
class RestrictedCells:
    """The cells of a notebook of which a student sees less before the due date, by grade_id."""

    in_process: frozenset[str] = frozenset()
    after_due_date: frozenset[str] = frozenset()

    @classmethod
    def of_page(cls, record: Record | None, name: str, notebook: NotebookNode) -> "RestrictedCells":
        """Return those of an autograded notebook.

        They are in the record after `nbjudge grade`, and in the notebook's metadata after
        `nbgrader autograde`, which writes no record, and may have copied one that a student
        submitted.
        """
        metadata = notebook.metadata.get("nbjudge")
        in_notebook = NotebookRecord.from_json(metadata if isinstance(metadata, dict) else {})
        in_record = (record or Record()).notebooks.get(name, NotebookRecord())
        return cls(
            frozenset({*in_notebook.in_process, *in_record.in_process}),
            frozenset({*in_notebook.after_due_date, *in_record.after_due_date}),
        )

    @classmethod
    def of_record(
        cls, record: Record | None, name: str, grades: NotebookGrades
    ) -> "RestrictedCells":
        """Return those of a notebook that is not read: without a record, it may be any cell."""
        if record is None or name not in record.notebooks:
            return cls(in_process=frozenset(grades.grades))
        noted = record.notebooks[name]
        return cls(frozenset(noted.in_process), frozenset(noted.after_due_date))


def visible_grades(
    grades: NotebookGrades, cells: RestrictedCells, *, attempts: bool
) -> NotebookGrades:
    """Return grades as a student may see them now; `attempts` is that of `is_over`."""
    if is_over(grades.due, attempts=attempts):
        return grades
    counted_later = cells.after_due_date & grades.grades.keys()
    concealed = (cells.in_process & grades.grades.keys()) - counted_later
    shown = dict(grades.grades)
    for name in concealed:
        grade = shown[name]
        if 0 < grade.score < grade.max_score:
            shown[name] = replace(
                grade,
                auto_score=0.0,
                # Whether a person has graded it may be seen.
                manual_score=None if grade.manual_score is None else 0.0,
                extra_credit=None,
                part=True,
            )
    for name in counted_later:
        shown[name] = replace(
            shown[name],
            auto_score=0.0,
            manual_score=None,
            extra_credit=None,
            needs_manual_grade=False,
        )
    return replace(grades, grades=shown, concealed=concealed, counted_later=counted_later)


def hide_outputs(notebook: NotebookNode, grades: NotebookGrades) -> None:
    """Remove from a notebook, in place, the outputs that a student may not see.

    `grades` is the result of `visible_grades`.
    """
    for cell in notebook.cells:
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        if grade_id in grades.concealed or grade_id in grades.counted_later:
            cell.outputs = []


# ---- sentences ------------------------------------------------------------------------------


def run_reasons(stop: Stop | None, *, is_undecided: bool) -> list[str]:
    """Return what a student may read on why a run needs attention; see `nbisolate.NotebookRun`."""
    reasons = [STOPPED[stop]] if stop is not None else []
    return [*reasons, CANNOT_JUDGE.rstrip(".")] if is_undecided else reasons


def visible_reasons(record: Record, *, has_all_pages: bool) -> dict[str, str | None]:
    """Return why a submission needs attention, as its student may read it before the due date.

    The result has a sentence for each value of `AttemptStatus.feedback`, or None.
    """
    about_files = list(record.file_reasons)
    about_runs = []
    for name, notebook in record.notebooks.items():
        about_files += notebook.file_reasons
        about_runs += [f"{name}.ipynb: {reason}" for reason in notebook.run_reasons]
    about_pages = [] if has_all_pages else [NO_PAGE]
    return {
        SCORES: "; ".join(about_files) or None,
        FULL: "; ".join([*about_files, *about_runs, *about_pages]) or None,
    }


def feedback_now(before_due: str, due: datetime.datetime | None) -> str:
    """Return the value of `AttemptStatus.feedback` now.

    `before_due` is ``WatchLimits.feedback_before_due``.
    """
    return FULL if is_over(due, attempts=True) else before_due


def visible_status(
    status: AttemptStatus, reasons: Mapping[str, str | None], due: datetime.datetime | None
) -> AttemptStatus:
    """Return the part of an attempt's status that its student may see now.

    `reasons` is the result of `visible_reasons`, and `due` the student's due date.
    """
    if status.state not in ("grading", "graded") or is_over(due, attempts=True):
        return status
    notebooks: list[dict[str, Any]] = status.notebooks
    if status.feedback != FULL:
        notebooks = [{**notebook, "page": None, "parts": []} for notebook in notebooks]
    return replace(status, notebooks=notebooks, reason=reasons.get(status.feedback))
