"""No solution of one notebook stands in another one, or in a file beside the notebooks.

What a release shows of its own notebook is held by `test_release.py`. Here all releases are looked
through for the solutions of all notebooks.
"""

import ast
import json
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from course import read_assignments
from nbformat.v4 import new_notebook
from support.paths import ROOT, SOURCE
from traitlets.config import Config

from nbjudge import WarnUnchecked

REGION = re.compile(r"^.*### BEGIN SOLUTION.*\n((?:.*\n)*?).*### END SOLUTION.*$", re.M)
TELLING = 24  # characters of a statement from which on it is more than a commonplace
ASSIGNMENTS = read_assignments()
FUNCTIONS = [
    pytest.param(a.name, task.name, name, marks=getattr(pytest.mark, task.mark), id=name)
    for a in ASSIGNMENTS.values()
    for task in a.tasks
    for name in task.functions
]


def cells_of(path: Path) -> Iterator[tuple[str, str]]:
    """The grade_id (or an empty text) and the source of each code cell of a notebook."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            name = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
            yield name, "".join(cell["source"])


@cache
def shown() -> dict[str, str]:
    """{file: its code} of all that is released: notebooks, and modules in lab/."""
    found = {}
    for path in sorted((ROOT / "release").rglob("*.*")):
        name = path.relative_to(ROOT / "release").as_posix()
        if path.suffix == ".ipynb":
            found[name] = "\n".join(text for _, text in cells_of(path))
        elif path.suffix == ".py":
            found[name] = path.read_text(encoding="utf-8")
    return found


class Blind(ast.NodeTransformer):
    """Gives all variables one name."""

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name("_", node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg("_")


@cache
def statements(text: str, blind: bool) -> frozenset[str]:
    """The telling simple statements of a piece of Python, in one spelling; `blind` to names."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Return | ast.Assign | ast.AugAssign | ast.Expr):
            plain = ast.unparse(node)
            if len(plain) >= TELLING and not plain.startswith(('"', "'")):
                found.add(ast.unparse(Blind().visit(node)) if blind else plain)
    return frozenset(found)


def solution_of(assignment: str, notebook: str, function: str, blind: bool) -> frozenset[str]:
    """The telling statements of a reference solution that the released cell does not show."""
    cells = dict(cells_of(SOURCE / assignment / f"{notebook}.ipynb"))
    stub = dict(cells_of(ROOT / "release" / assignment / f"{notebook}.ipynb"))[function]
    return statements(REGION.sub(r"\1", cells[function]), blind) - statements(stub, blind)


# What a solution may share with a file: a commonplace or two, such as `y = x.detach().clone()`.
@pytest.mark.parametrize(
    ("blind", "share"), [(False, 0.25), (True, 0.5)], ids=["as it is", "with other names"]
)
@pytest.mark.parametrize(("assignment", "notebook", "function"), FUNCTIONS)
def test_no_solution_stands_in_another_notebook_or_in_a_file_beside(
    assignment, notebook, function, blind, share
):
    solution = solution_of(assignment, notebook, function, blind)
    for place, text in shown().items():
        if place != f"{assignment}/{notebook}.ipynb":
            found = solution & statements(text, blind)
            assert len(found) <= share * len(solution), f"{place} shows {function}: {found}"


def test_nearly_every_solution_has_a_telling_statement():
    telling = [case.id for case in FUNCTIONS if solution_of(*case.values, blind=False)]
    assert len(telling) >= 0.9 * len(FUNCTIONS)


def test_the_graph_is_walked_in_the_lab_only():
    """A module of the primer counts the nodes behind a loss, and one only looks for a node."""
    walked = {path for path, code in shown().items() if "next_functions" in code}
    others = {
        "primer/lab/bugs.py",
        "primer/lab/own_code_questions.py",
        "simple-grad/lab/own_code_questions.py",
        "simple-grad/lab/torch_lists.py",  # prints the neighbors of one node
    }
    assert {path.split("/")[0] for path in walked - others} == {"autograd"}


def test_all_that_is_released_is_looked_through():
    assert {"autograd/2-reverse-order.ipynb", "simple-grad/lab/examples.py"} <= set(shown())


def test_students_are_not_told_how_to_get_round_by_hand():
    """docs/instructors.md lists the calls of a node that `by_hand` does not notice."""
    ways = re.compile(
        r"\bsaves? (nothing|no tensor)|\bin another thread|(holds|inside) `saved_tensors_hooks`"
    )
    told = " ".join((ROOT / "docs/instructors.md").read_text(encoding="utf-8").split())
    assert len(list(ways.finditer(told))) == 3
    pages = [ROOT / "docs/students.md", *sorted((ROOT / "release").rglob("*.*"))]
    assert ROOT / "release/autograd/lab/checks/by_hand.py" in pages
    for page in pages:
        if page.suffix in {".md", ".py", ".ipynb"}:
            text = " ".join(page.read_text(encoding="utf-8").split())
            assert not ways.search(text), page.relative_to(ROOT)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_nbjudge_finds_no_solutions_in_the_files_next_to_the_notebooks(
    assignment, tmp_path, caplog
):
    """So `make release` and `nbjudge check` print nothing about `lab/`."""
    source = shutil.copytree(SOURCE / assignment, tmp_path / "source" / assignment)

    def warnings() -> str:
        warn = WarnUnchecked(config=Config(CourseDirectory={"root": str(tmp_path)}))
        warn.preprocess(new_notebook(), {"nbgrader": {"assignment": assignment}})
        return caplog.text

    assert "Move these files out of" not in warnings()
    first = min(source.glob("*.ipynb"))
    shutil.copy(first, source / "lab" / "solutions.bak")
    assert "lab/solutions.bak contains BEGIN" in warnings()
