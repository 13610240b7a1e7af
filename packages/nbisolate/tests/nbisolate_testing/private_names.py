"""Private names of other projects that a package uses, each of which an upgrade may break.

Entry points: `PrivateName`, `private_names_used`, `rows_of_page`.
"""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

# Documented in spite of their underscore: of `os`, `sys` and named tuples.
DOCUMENTED = {"_exit", "_getframe", "_fields", "_replace"}
# The name of a module, such as "torch._dynamo".
MODULE = re.compile(r"[a-z]\w*(?:\.\w+)*\._[a-z]\w*")
ROW = re.compile(r"^(\w+) \| `([\w.]+)` \| (.+)$", flags=re.M)


@dataclass(frozen=True)
class PrivateName:
    """A private name of another project, a row of the table in contributing.md.

    `has_shape` returns True if the name exists and is what the package takes it for.
    """

    project: str
    name: str
    use: str
    has_shape: Callable[[], bool]

    @property
    def last(self) -> str:
        """The last part of the name, as the code writes it."""
        return self.name.rpartition(".")[2]


def rows_of_page(page: Path) -> list[tuple[str, str, str]]:
    """Return the project, the name and the use in each row of the table "Private names"."""
    section = page.read_text().partition("\n## Private names\n")[2].partition("\n## ")[0]
    return ROW.findall(section)


def private_names_used(package: ModuleType) -> set[str]:
    """Return the private names in a package's sources that it does not define, or overrides."""
    assert package.__file__ is not None
    sources = Path(package.__file__).parent.rglob("*.py")
    nodes = [node for path in sources for node in ast.walk(ast.parse(path.read_text()))]
    used = {name for node in nodes for name in _names_in(node)}
    defined = {name for node in nodes for name in _names_defined(node)}
    private = {name for name in used - defined if _is_private(name)}
    return (private | set(_names_overridden(package))) - DOCUMENTED


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__") and name != "_"


def _names_in(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.Import):
        for alias in node.names:
            yield from alias.name.split(".")
    elif isinstance(node, ast.ImportFrom) and not node.level:
        yield from (node.module or "").split(".")
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        if MODULE.fullmatch(node.value):
            yield node.value.rpartition(".")[2]


def _names_defined(node: ast.AST) -> Iterator[str]:
    """Yield the attributes that a class or an assignment of the package gives to its objects."""
    if isinstance(node, ast.ClassDef):
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                yield statement.name
            elif isinstance(statement, ast.AnnAssign | ast.Assign):
                targets = ast.walk(statement)
                yield from (target.id for target in targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.attr


def _names_overridden(package: ModuleType) -> Iterator[str]:
    """Yield the private names that classes of the package define, and a base of another project."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if module.name.endswith("__main__"):
            continue
        for _, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if kind.__module__ != module.name:
                continue
            strangers = [
                base for base in kind.__mro__ if not base.__module__.startswith(package.__name__)
            ]
            methods = [name for name, value in vars(kind).items() if inspect.isfunction(value)]
            for name in filter(_is_private, methods):
                # Enumerations and other classes get some methods from their metaclass.
                own = vars(kind)[name].__module__ == module.name
                if own and any(name in vars(base) for base in strangers):
                    yield name
