"""Texts of the project that somebody reads: pages, notebooks, help, messages, buttons, beliefs.

Entry points: `texts`, `plain`.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "packages" / "nbjudge"
PROMISES = PACKAGE / "docs" / "promises.md"  # generated, a row for each attack
PAGES = sorted(
    {ROOT / "README.md", PACKAGE / "README.md"}
    | set((ROOT / "docs").glob("*.md"))
    | set((PACKAGE / "docs").glob("*.md")) - {PROMISES}
)


def texts() -> Iterator[tuple[str, str]]:
    """Yield the path of each file with words for a reader, relative to `ROOT`, and the words."""
    for pattern, read in (
        ("packages/nbjudge/src/**/*.py", _strings),
        ("source/*/lab/**/*.py", _strings),
        ("tools/**/*.py", _strings),
        ("answers/*/*/*.py", _about),
        ("release/*/*.ipynb", _cells),
        ("packages/nbjudge/src/**/static/*.js", _code),
        ("packages/nbjudge/src/**/*.html.j2", _markup),
    ):
        paths = sorted(ROOT.glob(pattern))
        assert paths, f"no file is {pattern}"
        for path in paths:
            yield str(path.relative_to(ROOT)), "\n".join(read(path))
    for path in [*PAGES, PROMISES, ROOT / "nbgrader_config.py", ROOT / "Makefile"]:
        yield str(path.relative_to(ROOT)), path.read_text()


def plain(text: str) -> str:
    """Return a text without Markdown's marks, with single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"[`*_]", "", text)).strip()


def _strings(path: Path) -> Iterator[str]:
    """Yield the strings of a module that are not docstrings."""
    tree = ast.parse(path.read_text())
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in statements:
                yield node.value


def _about(path: Path) -> Iterator[str]:
    """Yield what an answer does and what its author may believe."""
    about = (ast.get_docstring(ast.parse(path.read_text())) or "").partition("\n\n")[0]
    yield re.sub(r"^(does|believes): ", "", about, flags=re.M)


def _cells(path: Path) -> Iterator[str]:
    for cell in json.loads(path.read_text())["cells"]:
        yield "".join(cell["source"])


def _markup(path: Path) -> Iterator[str]:
    """Yield the text of a template between its tags."""
    yield re.sub(r"<[^>]*>|\{\{.*?\}\}|\{%.*?%\}", " ", path.read_text(), flags=re.S)


def _code(path: Path) -> Iterator[str]:
    """Yield the lines of a script without its comments."""
    for line in path.read_text().splitlines():
        if not line.lstrip().startswith(("//", "*", "/*")):
            yield line
