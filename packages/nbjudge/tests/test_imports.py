"""Imports in src/nbjudge run one way, from the top of this list of floors to its bottom."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import nbisolate.cells
from nbjudge_testing.paths import ROOT

PACKAGE = ROOT / "src" / "nbjudge"
# A module of a floor may import what lies on its own floor and on those below.
FLOORS = [
    "cli",
    "server",
    "adopt",
    "report",
    "watch",
    "zip_collect",
    "grading",
    "plugins",
    "course",
    "exchange",
    "gradebook",
    "files",
    "runner",
    "errors",
    "tags",
]
# What test cells and the tests of any course import. These modules import no other of the package.
ALONE = {"awards", "mutants"}
APART = {"__init__", "__main__", *ALONE}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def floor_of(path: Path) -> str:
    """The package below nbjudge that a module lies in, or its own name at the top."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported(path: Path) -> set[str]:
    """The floors that a module imports, also within functions."""
    depth = len(path.relative_to(PACKAGE).parts)
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level == depth:
            names = [node.module] if node.module else [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("nbjudge."):
            names = [node.module.removeprefix("nbjudge.")]
        elif isinstance(node, ast.Import):
            names = [a.name.removeprefix("nbjudge.") for a in node.names if "nbjudge." in a.name]
        else:
            continue
        found |= {name.split(".")[0] for name in names}
    return found


def test_every_module_lies_on_a_floor():
    assert {floor_of(path) for path in modules()} - APART <= set(FLOORS)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_from_the_top_to_the_bottom(path):
    floor = floor_of(path)
    below = set(FLOORS[FLOORS.index(floor) :]) if floor in FLOORS else set(FLOORS)
    if floor in ALONE:
        below = set()
    assert imported(path) <= below | ALONE


def test_the_floors_are_seen_where_they_are_imported():
    assert {"grading", "report", "errors"} <= imported(PACKAGE / "cli.py")
    assert "runner" in imported(PACKAGE / "plugins" / "execute.py")


# Names of nbisolate's inner modules that nbjudge still imports. The table may only shrink: a name
# that nbjudge needs belongs to the door, `nbisolate` and `nbisolate.cells`.
PAST_THE_DOORS = {
    "nbisolate.bridge.channel": {"ChannelClosedError"},
    "nbisolate.bridge.exceptions": {"NOT_APART"},
    "nbisolate.bridge.messages": {"Kind"},
    "nbisolate.bridge.outline": {"GivenImport"},
    "nbisolate.bridge.outputs": {"SUBMISSION"},
    "nbisolate.processes": {"preload"},
    "nbisolate.processes.engine": {"prepare"},
    "nbisolate.processes.forkserver": {"USUAL_MODULES"},
    "nbisolate.processes.instructor_imports": {"Side", "compile_modules", "side_of"},
    "nbisolate.processes.name_analysis": {"globals_of_functions", "plain_python"},
    "nbisolate.processes.name_resolution": {"standings"},
    "nbisolate.processes.preload": {"is_importable", "lies_beside"},
    "nbisolate.processes.temporary": {"temporary_folder"},
    "nbisolate.sandbox": {"cgroups"},
    "nbisolate.sandbox.bubblewrap": {"python_folders"},
    "nbisolate.sandbox.limits": {"bind"},
}
DOORS = {"nbisolate": nbisolate.__all__, "nbisolate.cells": nbisolate.cells.__all__}


def taken_from_nbisolate() -> dict[str, set[str]]:
    """The names that nbjudge imports from each module of nbisolate."""
    taken: dict[str, set[str]] = {}
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and not node.level:
                if node.module.partition(".")[0] == "nbisolate":
                    names = {alias.name for alias in node.names}
                    taken.setdefault(node.module, set()).update(names)
            elif isinstance(node, ast.Import):
                inner = [alias.name for alias in node.names if "nbisolate." in alias.name]
                assert not inner, f"{path} imports a module of nbisolate as a whole"
    return taken


def test_modules_of_nbisolate_are_imported_by_its_doors():
    taken = taken_from_nbisolate()
    for module, names in DOORS.items():
        assert taken.pop(module) <= set(names)
    assert taken == PAST_THE_DOORS


def test_no_module_imports_a_module_that_imports_it():
    graph = {path: _own_modules(path) for path in modules()}
    left = dict(graph)
    while left:
        free = [path for path, others in left.items() if not others & set(left)]
        circle = ", ".join(str(path.relative_to(PACKAGE)) for path in left)
        assert free, f"these import each other in a circle: {circle}"
        for path in free:
            del left[path]


def _own_modules(path: Path) -> set[Path]:
    """The modules of the package that a module imports, also within functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        folder = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
        names = [folder / alias.name for alias in node.names]
        found |= {p.with_suffix(".py") for p in [folder, *names] if p.with_suffix(".py").is_file()}
    return found - {path}


def test_the_start_of_the_command_imports_nothing_of_a_course():
    script = "import sys, nbjudge.cli; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "nbjudge.cli" in loaded
    assert not {"torch", "graphviz", "numpy", "pandas"} & set(loaded)


def test_types_are_those_that_mypy_finds():
    checked = subprocess.run(
        [sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
