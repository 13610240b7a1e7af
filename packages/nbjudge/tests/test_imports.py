"""Imports in src/nbjudge run one way, from the top of this list of floors to its bottom."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import nbisolate.cells
from nbjudge.cli import COMMANDS
from nbjudge_testing.paths import ROOT

PACKAGE = ROOT / "src" / "nbjudge"
# A module of a floor may import what lies on its own floor and on those below.
FLOORS = [
    "cli",
    "commands",
    "server",
    "adopt",
    "report",
    "watch",
    "zip_collect",
    "grading",
    "plugins",
    "result",
    "course",
    "exchange",
    "gradebook",
    "files",
    "runner",
    "configuration",
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
    assert {"grading", "adopt", "errors"} <= imported(PACKAGE / "commands" / "grade_command.py")
    assert "runner" in imported(PACKAGE / "plugins" / "execute.py")


DOORS = {
    "nbisolate": {*nbisolate.__all__, "cells"},
    "nbisolate.cells": {*nbisolate.cells.__all__},
}
# Tests that import inner modules of nbisolate, and why. The others know its doors only.
LOOK_INSIDE = {
    "adopt/test_cells_of_small_courses.py": "IPython's syntax in the cells of real courses",
    "adopt/test_reasons.py": "reasons are read off the sentences of the judge",
    "attacks/tampering/errors_unshown.py": "the attack replaces functions of the judge",
    "attacks/tampering/skipped_as_exception.py": "the attack raises errors of the judge",
    "attacks/tools.py": "attacks send frames of their own",
    "course/test_failed_cells.py": "what the judge leaves of a chart of points",
}


def past_the_doors(path: Path) -> set[str]:
    """The modules and names of nbisolate that a file uses, and that no door has."""
    past = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and not node.level:
            if node.module.partition(".")[0] == "nbisolate":
                names = {alias.name for alias in node.names} - DOORS.get(node.module, set())
                past |= {f"{node.module}.{name}" for name in names}
        elif isinstance(node, ast.Import):
            names = {alias.name for alias in node.names if alias.name.startswith("nbisolate.")}
            past |= names - DOORS.keys()
        elif isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "nbisolate":
            if node.attr not in DOORS["nbisolate"] and not node.attr.startswith("__"):
                past.add(f"nbisolate.{node.attr}")
    return past


@pytest.mark.parametrize("folder", ["src", "bench", "tools"])
def test_nothing_of_nbisolate_is_used_but_its_doors(folder):
    paths = [path for path in (ROOT / folder).rglob("*") if path.suffix == ".py"]
    assert {path: past for path in paths if (past := past_the_doors(path))} == {}


def test_tests_that_look_inside_say_why():
    tests = ROOT / "tests"
    paths = {path.relative_to(tests).as_posix(): path for path in tests.rglob("*.py")}
    # Small courses are notebooks, with magic commands in them.
    paths = {name: path for name, path in paths.items() if not name.startswith("adopt/courses/")}
    assert {name for name, path in paths.items() if past_the_doors(path)} == set(LOOK_INSIDE)


@pytest.mark.parametrize(
    ("line", "past"),
    [
        ("from nbisolate import Cell, cells", set()),
        ("from nbisolate.cells import parse_cell", set()),
        ("import nbisolate.cells", set()),
        ("from nbisolate.sandbox.limits import Limits", {"nbisolate.sandbox.limits.Limits"}),
        ("from nbisolate import sandbox", {"nbisolate.sandbox"}),
        ("import nbisolate.result", {"nbisolate.result"}),
        ("import nbisolate\nnbisolate.result.Stop", {"nbisolate.result"}),
    ],
)
def test_a_name_past_the_doors_is_seen(line, past, tmp_path):
    (tmp_path / "module.py").write_text(line)
    assert past_the_doors(tmp_path / "module.py") == past


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


# Run each command up to its first import of jsonschema, and print whether that import is the one of
# the module that makes it fast.
FIRST_IMPORT = """\
import sys
from nbjudge.cli import COMMANDS, main

class Reached(BaseException):
    pass

class StopAtJsonschema:
    def find_spec(self, name, path=None, target=None):
        if name == "jsonschema":
            raise Reached("nbjudge.grading.import_jsonschema" in sys.modules)

ARGUMENTS = {"init": [], "extend": ["ps1", "ada", "--days=2"]}
sys.meta_path.insert(0, StopAtJsonschema())
for command in COMMANDS:
    try:
        main([command.name, *ARGUMENTS.get(command.name, ["ps1"])])
    except Reached as reached:
        print(command.name, *reached.args)
"""


def test_each_command_imports_jsonschema_without_its_slow_packages(tmp_path):
    (tmp_path / "nbgrader_config.py").touch()
    command = [sys.executable, "-c", FIRST_IMPORT]
    finished = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert finished.stdout.splitlines() == [f"{command.name} True" for command in COMMANDS]


def test_types_are_those_that_mypy_finds():
    checked = subprocess.run(
        [sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
