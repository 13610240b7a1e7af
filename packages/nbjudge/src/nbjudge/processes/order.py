"""Whose a name is that test cells bind, by the order of the instructor's notebook.

In one kernel the cell that binds a name last decides what a later one finds. What a test cell binds
is the judge's; what another one binds after it is the student's again. The order is that of the
notebook in `source/`: a submission may move cells, and that changes nothing.

Entry point: `standings`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..border.messages import CellNames


@dataclass(frozen=True)
class Standing:
    """Where a test cell stands in the notebook.

    Attributes
    ----------
    withheld
        Names that a test cell binds last before this one: never looked up in the submission, also
        where that cell fails.
    overwritten
        Names that a test cell has bound, and then a cell that is none: the student's.
    carried
        Names that a shared test cell binds last before this one.
    """

    withheld: frozenset[str] = frozenset()
    overwritten: frozenset[str] = frozenset()
    carried: frozenset[str] = frozenset()


NO_STANDING = Standing()


def standings(order: Sequence[CellNames], judged: Collection[str]) -> dict[str, Standing]:
    """Say where each test cell stands.

    Parameters
    ----------
    order
        The cells of the notebook, test cells by their source.
    judged
        The sources of the test cells that the judge runs. The others are shared.

    Returns
    -------
    standings
        By source; of cells with the same source that of the last one.
    """
    found = {}
    by_tests, by_shared, overwritten = set[str](), set[str](), set[str]()
    for cell in order:
        names = set(cell.names)
        if cell.test is not None:
            states = (by_tests, overwritten, by_shared)
            found[cell.test] = Standing(*map(frozenset, states))
        if cell.test is None:
            overwritten |= names & by_tests
            by_tests -= names
            by_shared -= names
        elif cell.test in judged:
            by_tests |= names
            by_shared -= names
            overwritten -= names
        else:
            by_shared |= names
    return found
