"""Messages of the failing checks of a class, and the checks that had nothing to test.

Entry points: `read_check_messages`, `lacking_cells`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ..course.failed_cells import CheckMessage, read_messages
from ..gradebook.record import NotebookRecord, Record
from ..gradebook.scores import CellGrade, ScoredCell, Scores

# The messages of failing checks by student and cell, each message once.
CheckMessages = dict[str, dict[ScoredCell, list[CheckMessage]]]

NO_ANSWER = "NameError"


def read_check_messages(scores: Scores, folders: Mapping[str, Path]) -> CheckMessages:
    """Read the messages of the checks that cost points.

    `folders` has the autograded folder of each student who has one.
    """
    heard: CheckMessages = {}
    for submission in scores.submissions.values():
        failed: dict[str, dict[str, ScoredCell]] = {}
        for cell, grade in submission.grades.items():
            if is_scored(grade) and (grade.auto_score or 0.0) < cell.max_score:
                failed.setdefault(cell.notebook, {})[cell.name] = cell
        said = heard.setdefault(submission.student_id, {})
        folder = folders.get(submission.student_id)
        for notebook, cells in failed.items():
            path = folder / f"{notebook}.ipynb" if folder else None
            found = read_messages(path, set(cells)) if path else {}
            for name, cell in cells.items():
                said[cell] = list(dict.fromkeys(found.get(name, [])))
    return heard


def is_scored(grade: CellGrade) -> bool:
    """Return True if the tests gave a score for a cell."""
    return not grade.cell.by_hand and grade.auto_score is not None


def lacking_cells(
    heard: Mapping[ScoredCell, Sequence[CheckMessage]], folder: Path | None, record: Record | None
) -> set[ScoredCell]:
    """Return the failed checks that had nothing to test, because it was not submitted.

    Either the notebook was not submitted, or the student had deleted the check's cell: then the
    cell was restored, and fails with a NameError because there is no answer. A restored check that
    finds an answer counts as any other. `heard` has the messages of the submission's failed checks.
    `folder` is its autograded folder, and `record` its grading record; None if there is none.
    """
    absent = {
        name
        for name in {cell.notebook for cell in heard}
        if folder is not None and not (folder / f"{name}.ipynb").is_file()
    }
    notebooks = record.notebooks if record else {}
    return {
        cell
        for cell, said in heard.items()
        if cell.notebook in absent
        or (
            cell.name in notebooks.get(cell.notebook, NotebookRecord()).lacked
            and all(message.error == NO_ANSWER for message in said)
        )
    }
