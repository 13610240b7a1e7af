"""The door of the package, the order of its modules, and what they may import."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import nbisolate
from nbisolate_testing.paths import ROOT
from nbisolate_testing.readme import run_readme

PACKAGE = ROOT / "src" / "nbisolate"
# A module of a floor may import what lies on its own floor and on those below.
FLOORS = ["cells", "processes", "bridge", "result", "sandbox", "application", "errors"]
MODULES = sorted(PACKAGE.rglob("*.py"))
STRANGERS = ("nbgrader", "nbjudge", "nbconvert", "nbformat")


def floor_of(path: Path) -> str:
    """The package below nbisolate that a module lies in, or its own name at the top."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported(path: Path) -> set[str]:
    """The absolute names of the modules that a module imports, also within functions."""
    package = ["nbisolate", *path.relative_to(PACKAGE).parts[:-1]]
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = [*above, *(node.module or "").split(".")]
            base = ".".join(part for part in module if part)
            names |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return names


def floors_in(names: set[str]) -> set[str]:
    parts = (name.split(".") for name in names)
    return {part[1] for part in parts if part[0] == "nbisolate" and len(part) > 1} & set(FLOORS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_from_the_top_to_the_bottom(path):
    names = imported(path)
    assert not [name for name in names if name.split(".")[0] in STRANGERS]
    if path != PACKAGE / "__init__.py":
        assert floors_in(names) <= set(FLOORS[FLOORS.index(floor_of(path)) :])


def test_the_floors_are_seen_where_they_are_imported():
    assert {"bridge", "sandbox"} <= floors_in(imported(PACKAGE / "processes" / "engine.py"))
    assert {"errors"} == floors_in(imported(PACKAGE / "sandbox" / "seccomp.py")) - {"sandbox"}


def test_the_door_has_each_name_once():
    for name in nbisolate.__all__:
        assert getattr(nbisolate, name).__name__ == name
    assert sorted(nbisolate.MODULES) == nbisolate.__all__
    for_types = {
        (alias.name, node.module)
        for node in ast.walk(ast.parse((PACKAGE / "__init__.py").read_text()))
        if isinstance(node, ast.ImportFrom) and node.level
        for alias in node.names
    }
    assert for_types == set(nbisolate.MODULES.items())
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = nbisolate.nothing


def test_the_door_opens_no_room_before_it_is_asked():
    """The fork server's forks run students' code: it imports nothing that only callers need."""
    script = "import sys, nbisolate; print(*sys.modules)"
    command = [sys.executable, "-I", "-c", script]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert [name for name in loaded if name.startswith("nbisolate")] == ["nbisolate"]


def test_a_notebook_runs_where_neither_nbjudge_nor_nbgrader_can_be_imported(tmp_path):
    script = f"import sys\nfor name in {STRANGERS!r}:\n    sys.modules[name] = None\n"
    finished = run_readme(tmp_path, script)
    assert finished.stdout == "AssertionError 3\n", finished.stderr


def test_types_are_those_that_mypy_finds():
    checked = subprocess.run(
        [sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
