"""Root causes among failing cells: test cells that fail only because an earlier cell failed.

Entry points: `broken_in_stock`, `broken_in_nbjudge`. A cell follows from another if it uses a name
that the other would have bound, directly or through cells between them.
"""

import ast
from dataclasses import dataclass, field

from nbformat import NotebookNode

from ..processes.cell_names import bound_names, names_read, parse_cell
from .causes import NO_NAME
from .evidence import Evidence, failing_line
from .trial import SOLUTION, error_line


@dataclass
class BrokenCell:
    """A cell that fails by itself.

    Attributes
    ----------
    cell
        The cell, with its outputs.
    name
        Its `grade_id`; None if it has none.
    followers
        The test cells that follow from it, in the order of the notebook.
    """

    cell: NotebookNode
    name: str | None
    followers: list[str] = field(default_factory=list)


def broken_in_stock(evidence: Evidence, notebook: str) -> list[BrokenCell]:
    """Return the cells of the solution that fail by themselves in stock nbgrader."""
    if notebook in evidence.trial.lacking:
        return []
    run = evidence.stock[SOLUTION][0].notebooks[notebook]
    return broken_cells(run, evidence.tests[notebook])


def broken_in_nbjudge(evidence: Evidence, notebook: str) -> list[BrokenCell]:
    """Return the cells of the solution that fail by themselves in nbjudge only."""
    if notebook in evidence.trial.lacking:
        return []
    stock = evidence.stock[SOLUTION][0].notebooks[notebook]
    judged = evidence.judged[SOLUTION][0].notebooks[notebook]
    return broken_cells(judged, evidence.tests[notebook], stock)


def broken_cells(
    notebook: NotebookNode, tests: list[str], passed: NotebookNode | None = None
) -> list[BrokenCell]:
    """Find the cells of a notebook that fail by themselves.

    Parameters
    ----------
    notebook
        The notebook with the outputs of its run.
    tests
        The `grade_id`s of its test cells.
    passed
        The same notebook with the outputs of a run elsewhere. A cell that fails there too does not
        count as failing.
    """
    found: list[BrokenCell] = []
    # For each name that is unbound or wrong, the root cause: the cell that failed to bind it.
    lost: dict[str, BrokenCell] = {}
    others = passed.cells if passed else [None] * len(notebook.cells)
    for cell, other in zip(notebook.cells, others, strict=False):
        if cell.cell_type != "code":
            continue
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        error = error_line(cell) if other is None or not error_line(other) else None
        missing = NO_NAME.search(error or "")
        used = names_read(cell.source) | ({missing[1]} if missing else set())
        roots = [lost[each] for each in sorted(used & lost.keys())]
        if "*" in lost:
            roots.append(lost["*"])
        # Four cases. A cell that fails by itself is a root cause, and loses the names that it did
        # not reach. A cell that fails because of a root cause passes it on to all its names. So
        # does a cell that runs but uses a lost name, because its values may be wrong. Any other
        # cell that runs restores the names it binds. A test cell that runs changes nothing.
        bound = bound_names(cell.source)
        if error and not roots:
            roots = [BrokenCell(cell, name)]
            found += roots
            bound = _unbound(cell)
        elif error and name in tests:
            roots[0].followers.append(name)
        if roots and (error or name not in tests):
            lost |= dict.fromkeys(bound, roots[0])
        elif name not in tests:
            for each in bound:
                lost.pop(each, None)
    return found


def _unbound(cell: NotebookNode) -> set[str]:
    """Return the names that a failed cell did not reach; "*" if a star import hides some."""
    line = failing_line(cell) or 0
    tree = parse_cell(cell.source) or ast.Module([], [])
    left = [node for node in tree.body if (node.end_lineno or node.lineno) >= line]
    names = set[str]()
    for node in left:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            names.add("*")
        names |= bound_names(ast.unparse(node))
    return names
