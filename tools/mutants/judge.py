"""Judges an answer by the very test cells of its notebook, in a fork of this process.

Entry points: `Notebook` reads the cells, `points_of` runs them, `in_fork` runs something in a fork.

Sandbox, judge and notebook around the cells are left out: they cost a second an answer, and are
tested elsewhere. `tests/tools/test_mutants.py` holds this way of judging to the answer bank.
"""

import ast
import contextlib
import io
import json
import os
import resource
import select
import signal
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 180  # for one answer, of wall time: a busy machine is slow
MEMORY = 4 << 30  # bytes of address space, beyond what this process has mapped before


@dataclass(frozen=True)
class Notebook:
    """The parts of a notebook that are needed to judge an answer to one function.

    `folder` is the notebook's folder, with the files that its cells import. `before` has the cells
    that the answer builds on: the first code cell, which imports, and the instructor cells. `tests`
    has the name, text and points of the test cells in order, and before them every preceding
    `-tools` cell, because one may serve a whole notebook. Other cells without points are left out.
    """

    folder: Path
    before: tuple[str, ...]
    solution: str
    tests: tuple[tuple[str, str, int], ...]

    @property
    def points(self) -> int:
        """The points of all test cells."""
        return sum(points for _, _, points in self.tests)

    @classmethod
    def read(cls, path: Path, function: str) -> "Notebook":
        """Read the notebook at `path` for the answers to `function`."""
        cells = [c for c in json.loads(path.read_text())["cells"] if c["cell_type"] == "code"]
        before, tools, tests, solution = [], [], [], ""
        for number, cell in enumerate(cells):
            about, text = cell["metadata"].get("nbgrader", {}), "".join(cell["source"])
            name = about.get("grade_id", "")
            if number == 0 or (cell["metadata"].get("deletable") is False and not about):
                before.append(text)
            elif name == function:
                solution = text
            elif name.startswith("test-") and name.endswith("-tools"):
                tools.append((name, text, 0))
            elif name.startswith(f"test-{function}-") and about["points"]:
                tests += [*tools, (name, text, about["points"])]
                tools = []
        return cls(path.parent, tuple(before), solution, tuple(tests))


def enter(notebook: Notebook) -> dict[str, object]:
    """Return the namespace in which an answer is run: that of a notebook where it begins.

    Modules of another assignment are forgotten: each assignment has a package `lab`.
    """
    sys.path.insert(0, str(notebook.folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == "lab"]:
        del sys.modules[name]
    names: dict[str, object] = {"__name__": "__main__"}
    for text in notebook.before:
        exec(text, names)
    return names


def points_of(
    notebook: Notebook, names: dict[str, object], answer: str, stop: bool = False
) -> dict[str, float]:
    """Run an answer and then the test cells; return the points by cell.

    With `stop`, the cells after the first one that takes points are not run.
    """
    with contextlib.suppress(Exception):
        exec(answer, names)
    found: dict[str, float] = {}
    for name, text, points in notebook.tests:
        found[name] = _run_cell(text, names, points)
        if stop and found[name] < points:
            break
    return found


def _run_cell(text: str, names: dict[str, object], points: int) -> float:
    """The points of one cell: those of its last expression, if it has some, else all or none."""
    tree = ast.parse(text)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    try:
        exec(compile(tree, "<test>", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "<test>", "eval"), names) if last else None
    except Exception:
        return 0.0
    return float(getattr(value, "points", points))


def in_fork(work: Callable[[], object]) -> object:
    """Return what `work` returns, called in a fork; None if it takes too long or ends otherwise.

    What it returns must be JSON.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _quiet()
        try:
            with os.fdopen(writing, "w") as pipe:
                json.dump(work(), pipe)
        finally:
            os._exit(0)
    os.close(writing)
    chunks, deadline = [], time.monotonic() + SECONDS
    while select.select([reading], [], [], max(0.0, deadline - time.monotonic()))[0]:
        chunk = os.read(reading, 1 << 16)
        if not chunk:
            break
        chunks.append(chunk)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(reading)
    with contextlib.suppress(ValueError):
        return json.loads(b"".join(chunks))
    return None


def _quiet() -> None:
    """Hide what an answer prints and its warnings, and bound its memory."""
    warnings.simplefilter("ignore")
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    # A build of torch with CUDA maps gigabytes as it is imported.
    bound = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
    # The threads of OpenMP do not come along into a fork: a parallel loop would wait for them.
    if torch := sys.modules.get("torch"):
        torch.set_num_threads(1)
