"""The course's rule for a bonus, and its export; what is not yet graded is taken as open.

    PYTHONPATH=tools nbgrader export --exporter bonus.BonusExporter --to bonus.csv

A task (a notebook with points) is solved with full points in its test cells and, where it has
write-ups, at least half of their points. Who solves all tasks gets the bonus. If nobody in the
class solves all, those get it who lack no more tasks than the course forgives.

A write-up that nobody has graded leaves its task open, and one open task can decide the bonus of
the whole class. `decide` therefore says "open" exactly where some outcome of the open tasks would
give the bonus and another would not.
"""

from collections.abc import Iterator, Mapping
from enum import Enum

from nbgrader.api import Gradebook
from traitlets import Dict, Integer, Unicode

from nbjudge.course.scores import Scores, Submission
from nbjudge.plugins.exports import CsvExporter, as_text


class Verdict(Enum):
    """Whether something holds; OPEN where it hangs on cells that a person has still to grade."""

    YES = "yes"
    NO = "no"
    OPEN = "open"


class BonusExporter(CsvExporter):
    """Who gets the bonus (the rule is `decide`), one line a student and assignment.

    Columns: `assignment`, `student_id`, `last_name`, `first_name`, `solved` (number of tasks),
    `tasks` (of how many), `ungraded` (the tasks that hang on a cell which a person has still to
    grade, separated by spaces), `bonus` (`yes`, `no`, or `open`). A student's `bonus` can be open
    although nothing of theirs is ungraded: whether anybody solves all tasks counts for all.
    """

    default_to = "bonus.csv"
    forgiven = Dict(
        Integer(min=0),
        key_trait=Unicode(),
        help="How many tasks may be missing where nobody in the class solves all, by assignment. "
        "In an assignment that is not named only who solves all tasks gets the bonus.",
    ).tag(config=True)

    def rows(self, gradebook: Gradebook) -> Iterator[list[str]]:
        yield ["assignment", "student_id", "last_name", "first_name", "solved", "tasks",
               "ungraded", "bonus"]  # fmt: skip
        everybody, chosen = gradebook.students, self.chosen_students(gradebook)
        for scores in self.chosen_assignments(gradebook):
            if not scores.tasks:
                continue  # Without points there is nothing to solve, so nobody has solved all.
            # The rule looks at the whole class, also where --student writes only a part of it.
            solved = {
                student.id: solved_tasks(scores, scores.submissions.get(student.id))
                for student in everybody
            }
            bonus = decide(solved, self.forgiven.get(scores.assignment, 0))
            for student in chosen:
                tasks = solved[student.id]
                yield [
                    as_text(scores.assignment),
                    self.identifier(student.id),
                    as_text(student.last_name),
                    as_text(student.first_name),
                    str(sum(outcome is Verdict.YES for outcome in tasks.values())),
                    str(len(tasks)),
                    as_text(" ".join(t for t, outcome in tasks.items() if outcome is Verdict.OPEN)),
                    bonus[student.id].value,
                ]


def solved_tasks(scores: Scores, submission: Submission | None) -> dict[str, Verdict]:
    """Say for each task of the assignment whether the submission solves it.

    Extra credit and late penalties do not count: the rule asks what was understood. A person's
    score for a test cell counts before the tests' own score. Without a submission nothing is
    solved.
    """
    return {task: _solved(scores, submission, task) for task in scores.tasks}


def _solved(scores: Scores, submission: Submission | None, task: str) -> Verdict:
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
            return Verdict.NO
    if waiting:
        return Verdict.OPEN
    return Verdict.YES if graded >= written / 2 else Verdict.NO


def decide(solved: Mapping[str, Mapping[str, Verdict]], forgiven: int) -> dict[str, Verdict]:
    """Apply the rule to a class.

    Parameters
    ----------
    solved
        For each student id, the answer of `solved_tasks`.
    forgiven
        How many tasks may be missing where nobody in the class solves all.

    Returns
    -------
    For each student id, whether the student gets the bonus.
    """
    certain = {s for s, tasks in solved.items() if _count(tasks, Verdict.YES) == len(tasks)}
    possible = {s for s, tasks in solved.items() if _count(tasks, Verdict.NO) == 0} - certain
    return {
        student: _decide_one(tasks, forgiven, bool(certain - {student}), bool(possible - {student}))
        for student, tasks in solved.items()
    }


def _decide_one(
    tasks: Mapping[str, Verdict], forgiven: int, another: bool, perhaps: bool
) -> Verdict:
    """Collect the answer over every way the open tasks can end.

    `another`: somebody else solves all tasks for certain; `perhaps`: somebody else may.
    """
    least = _count(tasks, Verdict.YES)
    answers = set()
    for count in range(least, least + _count(tasks, Verdict.OPEN) + 1):
        if count == len(tasks):
            answers.add(Verdict.YES)
        elif another or count < len(tasks) - forgiven:
            answers.add(Verdict.NO)
        else:
            answers.add(Verdict.YES)
            if perhaps:
                answers.add(Verdict.NO)
    return answers.pop() if len(answers) == 1 else Verdict.OPEN


def _count(tasks: Mapping[str, Verdict], outcome: Verdict) -> int:
    return sum(value is outcome for value in tasks.values())
