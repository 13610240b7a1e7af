"""What the failing checks of a class said, and which of them had nothing to test.

Entry points: `read_check_messages`, `lacking_cells`.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..course.check_names import CheckMessage, read_messages
from ..course.record import NotebookRecord, Record
from ..course.scores import Mark, ScoredCell, Scores, Submission

# The messages of failing checks by student and cell, each message once.
CheckMessages = dict[str, dict[ScoredCell, list[CheckMessage]]]

UNWRITTEN = "NotImplementedError"  # what nbgrader's code stub raises
NO_ANSWER = "NameError"


def read_check_messages(scores: Scores, folders: Mapping[str, Path]) -> CheckMessages:
    """Read what the checks said that cost points.

    Parameters
    ----------
    folders
        The autograded folder of each student, where there is one.
    """
    heard: CheckMessages = {}
    for submission in scores.submissions.values():
        failed: dict[str, dict[str, ScoredCell]] = {}
        for cell, mark in submission.marks.items():
            if is_scored(cell, mark) and (mark.auto or 0.0) < cell.max_score:
                failed.setdefault(cell.notebook, {})[cell.name] = cell
        said = heard.setdefault(submission.student_id, {})
        folder = folders.get(submission.student_id)
        for notebook, cells in failed.items():
            path = folder / f"{notebook}.ipynb" if folder else None
            found = read_messages(path, set(cells)) if path else {}
            for name, cell in cells.items():
                said[cell] = list(dict.fromkeys(found.get(name, [])))
    return heard


def is_scored(cell: ScoredCell, mark: Mark) -> bool:
    """Whether the tests gave a score for a cell."""
    return not cell.by_hand and mark.auto is not None


def lacking_cells(
    submission: Submission,
    heard: Mapping[ScoredCell, Sequence[CheckMessage]],
    folder: Path | None,
    record: Record | None,
) -> set[ScoredCell]:
    """The failed checks that had nothing to test, as what they test was not handed in.

    The notebook was not handed in; or the check's cell was put back, and finds no answer. A check
    that was put back and finds an answer counts as any other.
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


def shape(text: str) -> str:
    """A message without its numbers."""
    return re.sub(r"\d+", "#", text)
