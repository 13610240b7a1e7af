"""Looks of `nbjudge check` at a notebook as a whole, each for one kind of finding.

A look is a generator of findings. Its arguments are the results of grading (`Evidence`), the
changes that help (`Remedy`), and the notebook's name.
"""

from collections.abc import Iterator

from .causes import NO_NAME, names_of
from .differences import beginning_of
from .evidence import Evidence
from .findings import Finding, counted
from .follows import broken_in_nbjudge, broken_in_stock
from .remedy import Remedy
from .trial import SOLUTION, error_line

# Warn from this share of a limit on: the reference solution is seldom the slowest in a class.
NEAR = 0.5


def look_at_stock(evidence: Evidence, remedy: Remedy, notebook: str) -> Iterator[Finding]:
    """Yield a finding if stock nbgrader could not run all test cells of the notebook."""
    kernel = evidence.trial.lacking.get(notebook)
    cells = [cell for cell in evidence.tests[notebook] if not evidence.compared((notebook, cell))]
    if kernel:
        yield Finding(
            notebook,
            "",
            f"stock nbgrader cannot run it here, as there is no kernel `{kernel}`: its test cells "
            "are not compared",
            advice="choose one that is installed (in JupyterLab: Kernel, Change Kernel), and save "
            "the notebook; or install that one",
        )
    elif cells:
        yield Finding(
            notebook,
            "",
            "stock nbgrader was ended in it, as its cells took too long: "
            f"{counted(len(cells), 'test cell')} not compared",
            advice="let the notebook do less, or raise JudgeExecute.notebook_seconds",
        )


def look_at_costs(evidence: Evidence, remedy: Remedy, notebook: str) -> Iterator[Finding]:
    """Yield findings if the solution comes near to a limit, or needs a person."""
    for way, runs in (("stock nbgrader", evidence.stock), ("nbjudge", evidence.judged)):
        for reason in runs[SOLUTION][0].reasons:
            if reason.startswith(f"{notebook}.ipynb"):
                yield Finding(notebook, "", f"in {way} the solution needs a person", reason)
    cost, limits = evidence.cost(notebook), evidence.limits
    for took, limit, unit, trait in (
        (cost.seconds, limits.seconds, "s", "notebook_seconds"),
        (cost.memory_mb, limits.memory_mb, "MB", "memory_mb"),
    ):
        if took > NEAR * limit:
            yield Finding(
                notebook,
                "",
                f"the solution takes {took:.0f} {unit} of {limit:.0f} {unit}",
                "students' answers often take more than the reference",
                f"raise JudgeExecute.{trait}, or let the notebook do less",
            )


def look_at_broken_cells(evidence: Evidence, remedy: Remedy, notebook: str) -> Iterator[Finding]:
    """Yield a finding for each failing cell that is not a test, with the test cells that follow."""
    tests = evidence.tests[notebook]
    for failure in broken_in_stock(evidence, notebook):
        if failure.name not in tests:
            error = error_line(failure.cell)
            yield Finding(
                notebook,
                "",
                f"the cell `{beginning_of(failure.cell)}` ends with {error} in nbgrader itself",
                advice="mend this cell first",
                follows=tuple(failure.followers),
            )
    for failure in broken_in_nbjudge(evidence, notebook):
        if failure.name in tests:
            continue
        error = error_line(failure.cell) or ""
        missing = NO_NAME.search(error)
        binding = [
            test
            for test in tests
            if missing and missing[1] in names_of(evidence.source((notebook, test))).bound
        ]
        yield Finding(
            notebook,
            "",
            f"the cell `{beginning_of(failure.cell)}` ends with {error} in nbjudge alone",
            f"only test cell {binding[0]} binds `{missing[1]}`" if missing and binding else "",
            f"bind `{missing[1]}` in a cell that is no test" if missing and binding else "mend it",
            follows=tuple(failure.followers),
        )


def look_at_globals(evidence: Evidence, remedy: Remedy, notebook: str) -> Iterator[Finding]:
    """Yield a finding for each function that reads a global that only test cells bind."""
    for each in evidence.loose(notebook):
        tests = f"test cell{'' if len(each.tests) == 1 else 's'} {', '.join(each.tests)}"
        yield Finding(
            notebook,
            "",
            f"`{each.function}` reads the global `{each.name}`, which only {tests} bind"
            f"{'s' if len(each.tests) == 1 else ''}",
            "who calls it before gets a NameError, and in nbjudge test cells keep what they bind",
            f"give `{each.function}` the value as an argument, or bind `{each.name}` in a cell "
            "that is no test",
        )
