"""A test that the lab uses only the names of nbjudge in packages/nbjudge/docs/public-api.md."""

import ast
import re
from pathlib import Path

import pytest
from support.paths import ROOT

PUBLIC = set(
    re.findall(
        r"^`(nbjudge[\w.]+)` \|",
        (ROOT / "packages" / "nbjudge" / "docs" / "public-api.md").read_text(),
        flags=re.M,
    )
)
FILES = [
    ROOT / "nbgrader_config.py",
    *sorted((ROOT / "tools").rglob("*.py")),
    *sorted(path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)),
]


def names_of_nbjudge(source: str) -> set[str]:
    """Return the names of nbjudge that Python code imports, even in functions or as strings."""
    tree, found = ast.parse(source), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "nbjudge":
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {a.name for a in node.names if a.name.split(".")[0] == "nbjudge"}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= set(re.findall(r"^nbjudge(?:\.\w+)*\.[A-Z]\w*$", node.value))
            found |= {
                f"{module}.{name}"
                for module, names in re.findall(
                    r"^ *from (nbjudge[\w.]*) import ([\w, ]+)$", node.value, flags=re.M
                )
                for name in names.split(", ")
            }
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_lab_imports_public_names_alone(path: Path):
    names = names_of_nbjudge(path.read_text())
    assert names <= PUBLIC, f"list in public-api.md, or do without: {sorted(names - PUBLIC)}"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def f():\n    from nbjudge.a import b, c", {"nbjudge.a.b", "nbjudge.a.c"}),
        ("import nbjudge.a", {"nbjudge.a"}),
        ("x = 'nbjudge.a.B'", {"nbjudge.a.B"}),
        ("x = '''\nfrom nbjudge.a import b\n'''", {"nbjudge.a.b"}),
        ("x = 'nbjudge'", set()),
    ],
)
def test_each_way_to_name_nbjudge_is_seen(source, names):
    assert names_of_nbjudge(source) == names
