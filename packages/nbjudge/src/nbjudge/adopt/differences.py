"""Explanation of a test cell that differs: its case, assembled for the rules of `causes`."""

from nbformat import NotebookNode

from .causes import Case, Explanation, explain, names_of
from .evidence import Evidence, failing_statement, find_cell, shortened
from .findings import Key
from .taken import judges_own
from .trial import RELEASE, SOLUTION, Way, error_line


def explain_difference(evidence: Evidence, key: Key, way: Way) -> Explanation:
    """Say why a test cell ends differently in `way` than in stock nbgrader."""
    notebook, cell = key
    definition = evidence.trial.definition.notebooks[notebook]
    tests = evidence.tests[notebook]
    stock, judged = evidence.stock[SOLUTION][0], way[SOLUTION][0]
    if stock.outcomes[key].verdict == judged.outcomes[key].verdict:
        stock, judged = evidence.stock[RELEASE][0], way[RELEASE][0]
    others = [c for c in judged.notebooks[notebook].cells if _name(c) not in tests]
    student = [names_of(c.source).bound for c in others if c.cell_type == "code"]
    place = tests.index(cell)
    nearest_first = [*reversed(tests[:place]), *tests[place + 1 :]]
    names = {test: names_of(definition.cells[test].source) for test in nearest_first}
    around = evidence.around(notebook)
    return explain(
        Case(
            cell,
            definition.cells[cell].source,
            stock.outcomes[key].error,
            judged.outcomes[key].error,
            stock.outcomes[key].points,
            judged.outcomes[key].points,
            frozenset().union(*student),
            names,
            frozenset(around.withheld.get(cell, ())),
            _broken(stock.notebooks[notebook], judged.notebooks[notebook], tests, cell),
            judges_own(around, cell),
            evidence.loose(notebook),
            _statement(judged.notebooks[notebook], cell),
        )
    )


def _broken(
    stock: NotebookNode, judged: NotebookNode, tests: list[str], before: str
) -> tuple[str, str] | None:
    """Return the first cell before a test cell, not a test itself, that fails in nbjudge only."""
    for ours, theirs in zip(judged.cells, stock.cells, strict=False):
        if _name(ours) == before:
            return None
        error = error_line(ours)
        if error and not error_line(theirs) and _name(ours) not in tests:
            return beginning_of(ours), error
    return None


def beginning_of(cell: NotebookNode) -> str:
    """Return the first line of a cell that is not blank, shortened."""
    lines = [line for line in cell.source.splitlines() if line.strip()]
    return shortened(lines[0])


def _statement(notebook: NotebookNode, name: str) -> str:
    cell = find_cell(notebook, name)
    found = failing_statement(cell) if cell else None
    return found[1] if found else ""


def _name(cell: NotebookNode) -> str | None:
    name: str | None = cell.metadata.get("nbgrader", {}).get("grade_id")
    return name
