"""Resolution of names that test cells bind: the judge's or the student's, by the order of cells.

In a single kernel, the cell that binds a name last decides the value that a later cell finds. A
name that a test cell binds is the judge's; if another cell binds it after that, it is the student's
again. The order is that of the notebook in `source/`, so a submission changes nothing by moving
cells.

Entry point: `standings`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..bridge.outline import CellNames


@dataclass(frozen=True)
class Standing:
    """The state of names before a test cell.

    `withheld` are names that a judged test cell binds before this cell, and that no cell but a test
    binds in between. They are never looked up in the submission, even if that test cell fails.
    `overwritten` are names that a judged test cell has bound, and then a cell that isn't a test:
    the student's.
    """

    withheld: frozenset[str] = frozenset()
    overwritten: frozenset[str] = frozenset()


def standings(order: Sequence[CellNames], judged: Collection[str]) -> dict[str, Standing]:
    """Return the state of names before each test cell, by the source of the cell.

    `order` has the cells of the instructor's notebook, test cells by their source, and `judged` the
    sources of the test cells that the judge runs. The others are in-process: they run in another
    process, so what they bind changes nothing here. Of several cells with the same source, the last
    one counts.
    """
    found = {}
    by_tests, overwritten = set[str](), set[str]()
    for cell in order:
        names = set(cell.names)
        if cell.test is not None:
            found[cell.test] = Standing(frozenset(by_tests), frozenset(overwritten))
        if cell.test is None:
            overwritten |= names & by_tests
            by_tests -= names
        elif cell.test in judged:
            by_tests |= names
            overwritten -= names
    return found
