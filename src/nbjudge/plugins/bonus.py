"""The bonus rule of the lab, with what is not yet graded taken as open.

A task (a notebook with points) is solved with full points in its test cells and, where it has
write-ups, at least half of their points. Who solves all tasks gets the bonus. If nobody in the
class solves all, those who solved three or more get it.

A write-up that nobody has graded leaves its task open, and one open task can decide the bonus of
the whole class. `decide` therefore says "open" exactly where some outcome of the open tasks would
give the bonus and another would not.
"""

from collections.abc import Mapping
from enum import Enum

from ..course.scores import Scores, Submission

TASKS_IF_NOBODY_SOLVES_ALL = 3


class Outcome(Enum):
    """Whether something holds; OPEN where it hangs on cells that a person has still to grade."""

    YES = "yes"
    NO = "no"
    OPEN = "open"


def solved_tasks(scores: Scores, submission: Submission | None) -> dict[str, Outcome]:
    """Say for each task of the assignment whether the submission solves it.

    Extra credit and late penalties do not count: the rule asks what was understood. A person's
    score for a test cell counts before the tests' own score. Without a submission nothing is
    solved.
    """
    return {task: _solved(scores, submission, task) for task in scores.tasks}


def _solved(scores: Scores, submission: Submission | None, task: str) -> Outcome:
    marks = submission.marks if submission else {}
    written, graded, waiting = 0.0, 0.0, False
    for cell in scores.cells:
        if cell.notebook != task:
            continue
        mark = marks.get(cell)
        pending = mark is not None and mark.pending
        waiting = waiting or pending
        if cell.by_hand:
            written += cell.max_score
            graded += mark.points if mark and not pending else 0.0
        elif not pending and (mark is None or mark.points < cell.max_score):
            return Outcome.NO
    if waiting:
        return Outcome.OPEN
    return Outcome.YES if graded >= written / 2 else Outcome.NO


def decide(solved: Mapping[str, Mapping[str, Outcome]]) -> dict[str, Outcome]:
    """Apply the rule to a class.

    Arguments
    ---------
    solved:
        For each student id, the answer of `solved_tasks`.

    Returns
    -------
    For each student id, whether the student gets the bonus.
    """
    certain = {s for s, tasks in solved.items() if _count(tasks, Outcome.YES) == len(tasks)}
    possible = {s for s, tasks in solved.items() if _count(tasks, Outcome.NO) == 0} - certain
    return {
        student: _decide_one(tasks, bool(certain - {student}), bool(possible - {student}))
        for student, tasks in solved.items()
    }


def _decide_one(tasks: Mapping[str, Outcome], another: bool, perhaps: bool) -> Outcome:
    """Collect the answer over every way the open tasks can end.

    `another`: somebody else solves all tasks for certain; `perhaps`: somebody else may.
    """
    least = _count(tasks, Outcome.YES)
    answers = set()
    for count in range(least, least + _count(tasks, Outcome.OPEN) + 1):
        if count == len(tasks):
            answers.add(Outcome.YES)
        elif another or count < TASKS_IF_NOBODY_SOLVES_ALL:
            answers.add(Outcome.NO)
        else:
            answers.add(Outcome.YES)
            if perhaps:
                answers.add(Outcome.NO)
    return answers.pop() if len(answers) == 1 else Outcome.OPEN


def _count(tasks: Mapping[str, Outcome], outcome: Outcome) -> int:
    return sum(value is outcome for value in tasks.values())
