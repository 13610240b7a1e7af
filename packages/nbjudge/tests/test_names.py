"""A public name means one thing in the whole package, and what courses write stays as it is."""

import ast
from collections import defaultdict
from pathlib import Path

from package_root import ROOT

PACKAGE = ROOT / "src" / "nbjudge"
# Public names that two packages define, each with its reason.
SHARED = {
    "main": "what a program runs: the command, and the processes that the warm process becomes",
    "Resources": "nbconvert's own word for what its preprocessors hand on, an alias of a dict",
}


def public_names(source: str) -> set[str]:
    """The names that a module defines at its top, but for those that begin with `_`."""
    names = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return {name for name in names if not name.startswith("_")}


def room_of(path: Path) -> str:
    """The package below nbjudge that a module lies in, or its own name at the top."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def test_no_public_name_is_defined_in_two_packages():
    defined = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        for name in public_names(path.read_text()):
            defined[name].add(room_of(path))
    twice = {name for name, rooms in defined.items() if len(rooms) > 1}
    assert twice - set(SHARED) == set(), "one name, one meaning: rename one of the two"
    assert set(SHARED) - twice == set(), "these are defined once by now: take them off the list"
    assert len(SHARED) <= 8


def test_all_kinds_of_definitions_are_seen():
    source = "A = 1\nB: int = 2\n_C = 3\ndef d(): E = 4\nclass F: G = 5\nasync def h(): pass"
    assert public_names(source) == {"A", "B", "d", "F", "h"}
