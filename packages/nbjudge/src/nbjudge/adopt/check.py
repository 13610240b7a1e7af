"""Check of an assignment before a class gets it, for what would surprise a student.

Entry point: `check`. Stock nbgrader and nbjudge both grade the reference solution (three times,
because some tests depend on chance), the untouched release and answers with small mistakes, and the
results are compared cell by cell. Nbjudge also grades hollow answers. The findings come from a list
of looks: to add a kind of finding, add a look to `NOTEBOOKS` or `CELLS`.
"""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..course.preload import modules_to_preload
from ..grading.canary import try_border
from ..grading.chain import traits_are_right
from ..plugins.execute import JudgeExecute
from ..processes.engine import nursery_for
from .cell_looks import look_at_difference, look_at_points, look_at_taken_names
from .evidence import Evidence
from .findings import CheckReport, Finding, Key, counted
from .hollow import hollow_points, look_at_hollow_answers
from .notebooks import (
    look_at_broken_cells,
    look_at_costs,
    look_at_globals,
    look_at_stock,
)
from .remedy import Remedy, find_remedy
from .slips import look_at_slips, slip_points
from .stock import StockExecute
from .trial import RUNS, Trial, say

# For each notebook, these looks run first for the notebook as a whole, then for each test cell.
NOTEBOOKS: tuple[Callable[[Evidence, Remedy, str], Iterator[Finding]], ...] = (
    look_at_stock,
    look_at_costs,
    look_at_broken_cells,
    look_at_globals,
)
CELLS: tuple[Callable[[Evidence, Remedy, Key], Iterator[Finding]], ...] = (
    look_at_difference,
    look_at_points,
    look_at_taken_names,
    look_at_hollow_answers,
    look_at_slips,
)


def check(
    coursedir: CourseDirectory, config: Config, *, workers: int, runs: int = RUNS
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
        The findings, and the figures of each notebook.

    Raises
    ------
    WrongUsage
        If nbgrader cannot make a release of the assignment.
    Stopped
        If no sandbox can be set up, or something else outside the assignment prevents grading.
    """
    # Minutes of grading with stock nbgrader would be lost if nbjudge could not grade after them.
    with traits_are_right():
        execute = JudgeExecute(config=config)
    try_border(execute, nursery_for(tuple(execute.preload)))
    with tempfile.TemporaryDirectory(prefix="nbjudge-check-") as folder:
        say("Making the release in a scratch folder")
        trial = Trial(coursedir, config, Path(folder))
        times = f"the solution {counted(runs, 'time')} and the release once"
        say(f"Grading {times} with stock nbgrader")
        stock = trial.grade("stock", StockExecute, workers=workers, runs=runs)
        say(f"Grading {times} with nbjudge")
        judged = trial.grade("judged", JudgeExecute, runs=runs)
        say("Grading answers that hold nothing with nbjudge")
        hollow = hollow_points(trial, judged, workers)
        say("Grading answers with small mistakes with both")
        slips = slip_points(trial, judged, workers)
        evidence = Evidence(trial, stock, judged, hollow, slips)
        return report_of(evidence, find_remedy(evidence))


def report_of(evidence: Evidence, remedy: Remedy) -> CheckReport:
    """Return the report: run every look over the results of grading."""
    trial, tests = evidence.trial, evidence.tests
    findings = list[Finding]()
    for notebook, cells in tests.items():
        for look in NOTEBOOKS:
            findings += look(evidence, remedy, notebook)
        for cell in cells:
            for look_at_cell in CELLS:
                findings += look_at_cell(evidence, remedy, (notebook, cell))
    sources = (
        cell.source
        for notebook in tests
        for cell in trial.read(notebook).cells
        if cell.cell_type == "code"
    )
    preloaded = evidence.preloaded()
    missing = [name for name in modules_to_preload(sources, trial.source) if name not in preloaded]
    return CheckReport(
        trial.assignment,
        {name: len(cells) for name, cells in tests.items()},
        evidence.differ,
        frozenset(key for key in evidence.keys if not evidence.compared(key)),
        evidence.shared(),
        findings,
        {name: evidence.cost(name) for name in tests},
        evidence.limits,
        [*preloaded, *missing] if missing else [],
    )
