"""Find out before the class what in an assignment would surprise a student.

Entry point: `check`. The reference solution (three times, as some tests depend on chance) and the
untouched release are graded by stock nbgrader and by nbjudge, and compared cell by cell; answers
that hold nothing by nbjudge. What is made of that is a list of looks: a further kind of finding is
one more in `NOTEBOOKS` or `CELLS`.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..course.preload import modules_to_preload
from ..plugins.execute import JudgeExecute
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
from .stock import StockExecute
from .trial import RUNS, Trial

# What is looked for in a notebook as a whole, and then in each of its test cells.
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
        How many submissions to grade at a time. In nbjudge the solution is graded alone, as what it
        takes is measured.
    runs
        How many times to grade the solution.

    Raises
    ------
    WrongUsage
        If nbgrader cannot make a release of the assignment.
    Stopped
        If there can be no sandbox, or something else outside the assignment is in the way.
    """
    with tempfile.TemporaryDirectory(prefix="nbjudge-check-") as folder:
        _say("Making the release in a scratch folder")
        trial = Trial(coursedir, config, Path(folder))
        times = f"the solution {counted(runs, 'time')} and the release once"
        _say(f"Grading {times} with stock nbgrader")
        stock = trial.grade("stock", StockExecute, workers=workers, runs=runs)
        _say(f"Grading {times} with nbjudge")
        judged = trial.grade("judged", JudgeExecute, runs=runs)
        _say("Grading answers that hold nothing with nbjudge")
        hollow = hollow_points(trial, judged, workers)
        evidence = Evidence(trial, stock, judged, hollow)
        return report_of(evidence, find_remedy(evidence))


def report_of(evidence: Evidence, remedy: Remedy) -> CheckReport:
    """Look at what was seen, and write down what is found."""
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


def _say(sentence: str) -> None:
    print(f"{sentence} ...", file=sys.stderr, flush=True)
