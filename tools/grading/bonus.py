"""The course's rule for a bonus, and its exporter.

    PYTHONPATH=tools/grading nbgrader export --exporter bonus.BonusExporter --to bonus.csv

A task is a notebook with points, unless the course leaves it out. To solve it, a student needs full
points in its test cells and at least half of the points of its write-ups, if it has any. A student
who solves all tasks gets the bonus. If nobody in the class solves all, students who miss no more
tasks than the course forgives get it.

A write-up that nobody has graded leaves its task open, and one open task can decide the bonus of
the whole class. `decide` therefore returns "open" exactly if some outcome of the open tasks would
give the bonus and another would not.
"""

from collections.abc import Container, Iterator, Mapping
from enum import Enum

from nbgrader.api import Gradebook
from traitlets import Dict, Integer, List, Unicode

from nbjudge import CsvExporter, Scores, Submission, escape_formula


class Verdict(Enum):
    """An answer to a yes-or-no question; OPEN if it depends on cells not graded by hand yet."""

    YES = "yes"
    NO = "no"
    OPEN = "open"


class BonusExporter(CsvExporter):
    """An exporter of bonuses as decided by `decide`, one line per student and assignment.

    Columns: `assignment`, `student_id`, `last_name`, `first_name`, `solved` (number of solved
    tasks), `tasks` (number of all tasks), `ungraded` (the open tasks, separated by spaces), `bonus`
    (`yes`, `no`, or `open`). A student's `bonus` can be open even if all of their own cells are
    graded, because it also depends on whether anybody else solves all tasks.
    """

    default_to = "bonus.csv"
    forgiven = Dict(
        Integer(min=0),
        key_trait=Unicode(),
        help="By assignment: the number of tasks that students may leave unsolved and still get "
        "the bonus if nobody in the class solves all; 0 for an assignment that is not listed.",
    ).tag(config=True)

    left_out = Dict(
        List(Unicode()),
        key_trait=Unicode(),
        help="Notebooks that don't count toward the bonus, by assignment.",
    ).tag(config=True)

    def rows(self, gradebook: Gradebook) -> Iterator[list[str]]:
        yield ["assignment", "student_id", "last_name", "first_name", "solved", "tasks",
               "ungraded", "bonus"]  # fmt: skip
        everybody, chosen = gradebook.students, self.chosen_students(gradebook)
        for scores in self.chosen_assignments(gradebook):
            names = set(scores.tasks) - set(self.left_out.get(scores.assignment, ()))
            if not names:
                continue  # Without tasks, nobody can solve all of them.
            # The rule needs the whole class, even if --student exports only a part of it.
            solved = {
                student.id: solved_tasks(scores, scores.submissions.get(student.id), names)
                for student in everybody
            }
            bonus = decide(solved, self.forgiven.get(scores.assignment, 0))
            for student in chosen:
                tasks = solved[student.id]
                yield [
                    escape_formula(scores.assignment),
                    self.identifier(student.id),
                    escape_formula(student.last_name),
                    escape_formula(student.first_name),
                    str(sum(outcome is Verdict.YES for outcome in tasks.values())),
                    str(len(tasks)),
                    escape_formula(
                        " ".join(t for t, outcome in tasks.items() if outcome is Verdict.OPEN)
                    ),
                    bonus[student.id].value,
                ]


def solved_tasks(
    scores: Scores, submission: Submission | None, names: Container[str]
) -> dict[str, Verdict]:
    """Return the verdict of a submission on each of the tasks with these names.

    Extra credit and late penalties do not count, because the rule is about understanding. A manual
    score of a test cell takes precedence over the automatic one. Without a submission, no task is
    solved.
    """
    return {task: _solved(scores, submission, task) for task in scores.tasks if task in names}


def _solved(scores: Scores, submission: Submission | None, task: str) -> Verdict:
    grades = submission.grades if submission else {}
    written, graded, waiting = 0.0, 0.0, False
    for cell in scores.cells:
        if cell.notebook != task:
            continue
        grade = grades.get(cell)
        pending = grade is not None and grade.needs_manual_grade
        waiting = waiting or pending
        if cell.by_hand:
            written += cell.max_score
            graded += grade.points if grade and not pending else 0.0
        elif not pending and (grade is None or grade.points < cell.max_score):
            return Verdict.NO
    if waiting:
        return Verdict.OPEN
    return Verdict.YES if graded >= written / 2 else Verdict.NO


def decide(solved: Mapping[str, Mapping[str, Verdict]], forgiven: int) -> dict[str, Verdict]:
    """Decide on the bonus of each student in a class.

    Keys are student ids; `solved` has results of `solved_tasks`. `forgiven` is the number of tasks
    that may be missing if nobody in the class solves all.
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
    """Return the verdict over all outcomes of the open tasks.

    `another` is true if somebody else certainly solves all tasks, `perhaps` if somebody else may.
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
