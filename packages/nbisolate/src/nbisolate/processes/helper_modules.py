"""The instructor's helper modules, imported in the student's process before the first cell runs.

The names that are imported from them are kept in a namespace of their own, in which no cell of the
notebook binds anything. A call of such a function is refused if the notebook has changed the code
of these modules.
"""

import importlib.util
import marshal
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any


class HelperChangedError(Exception):
    """Error for a test that calls a helper whose code the submission has changed."""


class HelperNamespace(dict[str, Any]):
    """The names that instructor cells import from modules next to the notebook.

    `modules` has the code of each such module, as it was when the module had been imported.
    """

    def __init__(self) -> None:
        super().__init__()
        self.modules: list[ModuleCode] = []
        self.first: dict[str, Any] = {}

    def keep(
        self, files: Mapping[str, str], statements: Sequence[str], codes: Mapping[str, bytes]
    ) -> None:
        """Import the instructor's modules before the first cell is run.

        `files` are their paths, and `codes` their marshaled code, empty if it has to be compiled;
        both by the modules' names. An import statement that fails does not stop the others: the
        instructor cell with the same import shows the error.
        """
        sys.meta_path.insert(0, BesideFinder(files, codes, self.modules))
        # The folder of the notebook goes last while the imports run, so that a file handed in as
        # ``numpy.py`` is not taken for an installed module that a helper module imports.
        entries = [entry for entry in sys.path if entry in ("", os.getcwd())]
        sys.path[:] = [entry for entry in sys.path if entry not in entries] + entries
        try:
            for statement in statements:
                try:
                    exec(statement, self)
                except (Exception, SystemExit):
                    continue
        finally:
            sys.path[:] = entries + [entry for entry in sys.path if entry not in entries]
            self.first |= self

    def concerns(self, item: Any) -> bool:
        """Return True if an object is a kept one, or a function or class of these modules."""
        item = item.__func__ if isinstance(item, MethodType) else item
        if isinstance(item, FunctionType):
            return any(item in module.functions for module in self.modules) or self._has(item)
        spaces = (space for module in self.modules for space in module.spaces)
        return any(item is space for space in spaces) or self._has(item)

    def _has(self, item: Any) -> bool:
        return any(item is each for each in self.values())

    def check(self) -> None:
        """Compare the code of all modules with what was imported.

        This notices a helper that was changed in place. It does not notice a change of what helpers
        call, such as a function of torch, nor one of this module. Raise `HelperChangedError` if a
        function has other code, defaults or another place than before.
        """
        changed = [name for name, item in self.first.items() if self.get(name) is not item]
        changed += [each for module in self.modules for each in module.changed()]
        if changed:
            raise HelperChangedError(
                f"your notebook changed {changed[0]}, which tests rely on: leave it unchanged"
            )


class ModuleCode:
    """The functions of a helper module and its classes, and the code that they had at first.

    Create it as soon as the module is imported.
    """

    def __init__(self, module: ModuleType):
        self.module = module
        own = [
            item
            for item in vars(module).values()
            if isinstance(item, type) and item.__module__ == module.__name__
        ]
        # Values that are no code can change: they are the module's state.
        self.spaces: dict[Any, dict[str, Any]] = {
            space: {name: item for name, item in vars(space).items() if _is_code(item)}
            for space in (module, *own)
        }
        items = [item for names in self.spaces.values() for item in names.values()]
        self.functions = {each: _state(each) for item in items for each in _functions(item)}

    def changed(self) -> list[str]:
        """Return the names of the functions and attributes that are not as they were at first."""
        found = []
        for space, names in self.spaces.items():
            now = vars(space)
            found += [
                f"{space.__name__}.{name}"
                for name, item in names.items()
                if now.get(name) is not item
            ]
        for function, (code, defaults, named) in self.functions.items():
            same = function.__code__ is code and function.__defaults__ is defaults
            if not same or not _are(function.__kwdefaults__, named):
                found.append(f"{self.module.__name__}.{function.__name__}")
        return found


def _is_code(item: Any) -> bool:
    return isinstance(item, ModuleType | type) or callable(item) or hasattr(item, "__get__")


def _functions(item: Any) -> Iterator[FunctionType]:
    """Yield the function behind a method or property, and what it wraps."""
    item = getattr(item, "__func__", getattr(item, "fget", item))
    while isinstance(item, FunctionType):
        yield item
        item = getattr(item, "__wrapped__", None)


def _state(function: FunctionType) -> tuple[CodeType, Any, dict[str, Any] | None]:
    """Return what a call of a function runs: its code, its defaults and its keyword defaults."""
    named = function.__kwdefaults__
    return function.__code__, function.__defaults__, named and dict(named)


def _are(now: dict[str, Any] | None, first: dict[str, Any] | None) -> bool:
    """Return True if the same objects are the named defaults: ``==`` could ask a student's."""
    if now is None or first is None:
        return now is first
    # A class of the submission's own could have any methods.
    plain = type(now) is dict and len(now) == len(first)
    return plain and all(now.get(name) is each for name, each in first.items())


class BesideFinder(MetaPathFinder):
    """A finder of the instructor's modules, never of a student's file with the same name.

    `files` are their paths, and `codes` their marshaled code, which may be empty; both by the
    modules' names. The code of each module that is imported is added to `modules`.
    """

    def __init__(
        self, files: Mapping[str, str], codes: Mapping[str, bytes], modules: list[ModuleCode]
    ):
        self.files = {name: os.path.abspath(file) for name, file in files.items()}
        self.codes = codes
        self.modules = modules

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        """Return the spec of a module; None if it is not the instructor's."""
        file = self.files.get(name)
        if file is None:
            return None
        package = os.path.basename(file) == "__init__.py"
        return importlib.util.spec_from_file_location(
            name,
            file,
            loader=SourceLoader(name, file, self.codes[name], self.modules),
            submodule_search_locations=[os.path.dirname(file)] if package else None,
        )


class SourceLoader(SourceFileLoader):
    """A loader that reads no ``__pycache__``, because a student can hand in other bytecode.

    `code` is the module's marshaled code, which the judge has sent; empty to compile the source.
    The module's `ModuleCode` is added to `modules` once it is imported.
    """

    def __init__(self, fullname: str, path: str, code: bytes, modules: list[ModuleCode]):
        super().__init__(fullname, path)
        self.code = code
        self.modules = modules

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, and note the code of its functions."""
        super().exec_module(module)
        self.modules.append(ModuleCode(module))

    def get_code(self, fullname: str) -> CodeType:
        """Return the code that the judge has sent, or compile the source of the module."""
        path = self.get_filename(fullname)
        code: CodeType | None = marshal.loads(self.code) if self.code else None
        # Without a sandbox, the folder has another name than that for which it was compiled.
        if code is None or code.co_filename != path:
            code = self.source_to_code(self.get_data(path), path)
        return code
