"""Check of an assignment before a class gets it, for what would surprise a student.

Entry point: `check`. Plain nbgrader and nbjudge both grade the reference solution (three times,
because some tests depend on chance), the untouched release and wrong answers. A test cell whose
points differ is tried in the plain run. The findings come from a list of looks: to add a kind of
finding, add a look to `NOTEBOOKS` or `CELLS` in `looks`.
"""

import tempfile
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..grading.canary import try_border
from ..grading.chain import traits_are_right
from ..plugins.execute import JudgeExecute
from ..processes.engine import nursery_for
from ..processes.preload import modules_to_preload
from .evidence import Evidence
from .find_tags import find_tags
from .findings import CheckReport, Finding, Tags, counted
from .looks import CELLS, NOTEBOOKS
from .plain import PlainExecute
from .trial import RELEASE, SOLUTIONS, Trial, say, seconds_for_a_cell
from .wrong_answers import WRONG, hand_in_wrong_answers, wanted_in_plain_nbgrader


def check(
    coursedir: CourseDirectory, config: Config, *, workers: int, runs: int = len(SOLUTIONS)
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

    Returns
    -------
    CheckReport
        The findings, with the tags that help.

    Raises
    ------
    WrongUsage
        If nbgrader cannot make a release of the assignment.
    Stopped
        If no sandbox can be set up, or something else outside the assignment prevents grading.
    """
    # Minutes of grading with plain nbgrader would be lost if nbjudge could not grade after them.
    with traits_are_right():
        execute = JudgeExecute(config=config)
    try_border(execute, nursery_for(tuple(execute.preload)))
    with tempfile.TemporaryDirectory(prefix="nbjudge-check-") as folder:
        say("Making the release in a scratch folder")
        trial = Trial(coursedir, config, Path(folder))
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
        return report_of(evidence, find_tags(evidence, workers))


def report_of(evidence: Evidence, tags: Tags) -> CheckReport:
    """Return the report: run every look over the results of grading."""
    trial, tests = evidence.trial, evidence.tests
    findings = list[Finding]()
    for notebook, cells in tests.items():
        for look in NOTEBOOKS:
            findings += look(evidence, tags, notebook)
        for cell in cells:
            for look_at_cell in CELLS:
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
