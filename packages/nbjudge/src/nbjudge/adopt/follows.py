"""Which failing test cells only follow from another cell that fails before them.

Entry points: `broken_in_stock`, `broken_in_nbjudge`. A cell follows from another if it uses
what that one would have bound, at first hand or through cells between them.
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
        Its `grade_id`; None where nbgrader does not know it.
    followers
        The test cells that follow from it, in their order.
    """

    cell: NotebookNode
    name: str | None
    followers: list[str] = field(default_factory=list)


def broken_in_stock(evidence: Evidence, notebook: str) -> list[BrokenCell]:
    """The cells that fail by themselves in stock nbgrader, with the solution."""
    if notebook in evidence.trial.lacking:
        return []
    run = evidence.stock[SOLUTION][0].notebooks[notebook]
    return broken_cells(run, evidence.tests[notebook])


def broken_in_nbjudge(evidence: Evidence, notebook: str) -> list[BrokenCell]:
    """Those that fail by themselves in nbjudge alone."""
    if notebook in evidence.trial.lacking:
        return []
    stock, judged = (
        way[SOLUTION][0].notebooks[notebook] for way in (evidence.stock, evidence.judged)
    )
    return broken_cells(judged, evidence.tests[notebook], stock)


def broken_cells(
    notebook: NotebookNode, tests: list[str], passed: NotebookNode | None = None
) -> list[BrokenCell]:
    """Find the cells of a notebook that fail by themselves.

    Parameters
    ----------
    notebook
        After it was run.
    tests
        The names of its test cells.
    passed
        The same notebook as it was run elsewhere: what fails there too is no failure here.
    """
    found: list[BrokenCell] = []
    lost: dict[str, BrokenCell] = {}  # by name, the cell that did not come to bind it, or wrongly
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
    """What a cell that failed did not come to bind; "*" where nobody can tell."""
    line = failing_line(cell) or 0
    tree = parse_cell(cell.source) or ast.Module([], [])
    left = [node for node in tree.body if (node.end_lineno or node.lineno) >= line]
    names = set[str]()
    for node in left:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            names.add("*")
        names |= bound_names(ast.unparse(node))
    return names
