"""Check of an assignment before a class gets it, for what would surprise a student.

Entry points: `check`, `check_class`. Plain nbgrader and nbjudge both grade the reference solution
(three times, because some tests depend on chance), the untouched release and wrong answers; or a
class whose points of plain nbgrader are in a gradebook. A test cell whose points differ is tried in
the plain run. The findings come from a list of looks: to add a kind of finding, add a look to
`NOTEBOOKS` or `CELLS` in `looks`.
"""

import tempfile
from dataclasses import replace
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..course.folders import find_submissions
from ..course.gradebook import database_file
from ..errors import WrongUsage
from ..grading.canary import try_border
from ..grading.chain import traits_are_right
from ..grading.progress import show_progress
from ..plugins.execute import JudgeExecute
from ..processes.engine import nursery_for
from ..processes.preload import modules_to_preload
from .evidence import Evidence
from .find_tags import find_tags
from .findings import CheckReport, Finding, Tags, counted
from .looks import CELLS, CLASS, NOTEBOOKS
from .plain import PlainExecute
from .trial import RELEASE, SOLUTIONS, Graded, Trial, points_of_class, say, seconds_for_a_cell
from .values import differing_values
from .wrong_answers import WRONG, hand_in_wrong_answers, wanted_in_plain_nbgrader

TRIED = 3  # students of a class whose answers are graded with a tag, for each test cell


def check(
    coursedir: CourseDirectory,
    config: Config,
    *,
    workers: int,
    runs: int = len(SOLUTIONS),
    answers: Path | None = None,
) -> CheckReport:
    """Check the assignment `coursedir.assignment_id`.

    Parameters
    ----------
    coursedir, config
        The course, and its traitlets configuration.
    workers
        The number of submissions to grade at a time. The solution is graded by itself in nbjudge
        all the same, because its time and memory are measured.
    runs
        The number of times to grade the solution.
    answers
        A folder of notebooks with right answers, to grade instead of the solutions in `source/`.

    Returns
    -------
    CheckReport
        The findings, with the tags that help.

    Raises
    ------
    WrongUsage
        If nbgrader cannot make a release of the assignment, or an answer cannot be read.
    Stopped
        If no sandbox can be set up, or something else outside the assignment prevents grading.
    """
    # Minutes of grading with plain nbgrader would be lost if nbjudge could not grade after them.
    with traits_are_right():
        execute = JudgeExecute(config=config)
    try_border(execute, nursery_for(tuple(execute.preload)))
    with tempfile.TemporaryDirectory(prefix="nbjudge-check-") as folder:
        say("Making the release in a scratch folder")
        trial = Trial(coursedir, config, Path(folder), answers)
        right = dict.fromkeys((*SOLUTIONS[:runs], RELEASE), trial.notebooks)
        times = f"the solution {counted(runs, 'time')} and the release once"
        say(f"Grading {times} with plain nbgrader")
        plain = trial.grade("plain", PlainExecute, right, workers=workers)
        say(f"Grading {times} with nbjudge")
        judged = trial.grade("judged", JudgeExecute, right)
        changes = hand_in_wrong_answers(trial)
        if wrong := trial.with_tests(WRONG):
            say("Grading wrong answers with nbjudge")
            judged |= trial.grade(
                "wrong",
                JudgeExecute,
                wrong,
                workers=workers,
                most_seconds=seconds_for_a_cell(judged),  # a wrong answer can be a loop without end
            )
        if wanted := wanted_in_plain_nbgrader(trial, judged):
            say("Grading wrong answers with plain nbgrader")
            plain |= trial.grade("wrong-plain", PlainExecute, wanted, workers=workers)
        evidence = Evidence(trial, plain, judged, changes)
        tags = find_tags(evidence, workers)
        evidence.values = differing_values(evidence)
        return report_of(evidence, tags)


def check_class(
    coursedir: CourseDirectory,
    config: Config,
    submissions: Path,
    gradebook: Path | None,
    most: int | None,
    workers: int,
) -> CheckReport:
    """Compare the points that plain nbgrader gave a class with nbjudge's.

    Parameters
    ----------
    coursedir, config
        The course, and its traitlets configuration.
    submissions
        The folder of the submissions, as `submitted/`, in the course folder or elsewhere.
    gradebook
        The file of the gradebook with plain nbgrader's points; None for the course's own.
    most
        The number of students to compare, evenly spread over the class; None for all.
    workers
        The number of submissions to grade at a time.

    Returns
    -------
    CheckReport
        A finding for each test cell that gives other points, with the tags that help.

    Raises
    ------
    WrongUsage
        If the submissions or the gradebook are not there, or nobody is in both.
    Stopped
        If the gradebook cannot be read, or something outside the submissions prevents grading.
    """
    with tempfile.TemporaryDirectory(prefix="nbjudge-check-") as folder:
        say("Making the release in a scratch folder")
        trial = Trial(coursedir, config, Path(folder))
        trial.submissions = Path(coursedir.root, submissions).resolve()
        points = points_of_class(trial, gradebook or database_file(coursedir.db_url))
        handed_in = find_submissions(coursedir, trial.assignment, str(trial.submissions))
        students = [student for student in handed_in if student in points]
        if not students:
            raise WrongUsage(
                f"Nobody with a submission of {trial.assignment} in {trial.submissions} has points "
                "in the gradebook: give both, with --class=FOLDER and --gradebook=FILE"
            )
        if unknown := len(handed_in) - len(students):
            say(f"Leaving out {counted(unknown, 'student')} without points in the gradebook")
        students = students[:: max(1, len(students) // (most or len(students)))][:most]
        say(f"Grading {counted(len(students), 'submission')} with nbjudge")
        wanted = dict.fromkeys(students, trial.notebooks)
        judged = trial.grade("judged", JudgeExecute, wanted, workers=workers, show=show_progress)
        plain = {student: Graded(points[student], run.notebooks) for student, run in judged.items()}
        evidence = Evidence(trial, plain, judged, probes=[(student,) for student in judged])
        few = {probe for key in evidence.keys for probe in evidence.differing(key)[:TRIED]}
        tags = find_tags(replace(evidence, plain={each: plain[each] for (each,) in few}), workers)
        evidence.values = differing_values(evidence)
        return report_of(evidence, tags)


def report_of(evidence: Evidence, tags: Tags) -> CheckReport:
    """Return the report: run every look over the results of grading."""
    trial, tests = evidence.trial, evidence.tests
    of_notebooks, of_cells = CLASS if evidence.is_class else (NOTEBOOKS, CELLS)
    findings = list[Finding]()
    for notebook, cells in tests.items():
        for look in of_notebooks:
            findings += look(evidence, tags, notebook)
        for cell in cells if notebook in evidence.answered else ():
            for look_at_cell in of_cells:
                findings += look_at_cell(evidence, tags, (notebook, cell))
    sources = (
        cell.source
        for notebook in tests
        for cell in trial.read(notebook).cells
        if cell.cell_type == "code"
    )
    preloaded = list(evidence.execute.preload)
    missing = [name for name in modules_to_preload(sources, trial.source) if name not in preloaded]
    return CheckReport(
        trial.assignment,
        tests,
        evidence.shared,
        [key for key in evidence.keys if not evidence.compared(key)],
        findings,
        [*preloaded, *missing] if missing else [],
    )
