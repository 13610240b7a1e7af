"""The instructor's helper modules, imported in the student's process before the first cell runs.

The names that are imported from them are kept in a namespace of their own, in which no cell of the
notebook binds anything.
"""

import importlib.util
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType
from typing import Any


class Kept(dict[str, Any]):
    """The names that given cells import from modules next to the notebook."""

    def keep(self, files: Mapping[str, str], statements: Sequence[str]) -> None:
        """Import the instructor's modules before the first cell is run.

        Parameters
        ----------
        files
            The paths of the instructor's modules, by the modules' names.
        statements
            The import statements. One that fails does not stop the others: the given cell with the
            same import shows the error.
        """
        sys.meta_path.insert(0, BesideFinder(files))
        # The folder of the notebook goes last while the imports run, so that a file handed in as
        # ``numpy.py`` is not taken for an installed module that a helper module imports.
        places = [place for place in sys.path if place in ("", os.getcwd())]
        sys.path[:] = [place for place in sys.path if place not in places] + places
        try:
            for statement in statements:
                try:
                    exec(statement, self)
                except (Exception, SystemExit):
                    continue
        finally:
            sys.path[:] = places + [place for place in sys.path if place not in places]


class BesideFinder(MetaPathFinder):
    """A finder of the instructor's modules, never of a student's file with the same name.

    Parameters
    ----------
    files
        The paths of the modules, by their names.
    """

    def __init__(self, files: Mapping[str, str]):
        self.files = {name: os.path.abspath(file) for name, file in files.items()}

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        """Return the spec of a module; None if it is not the instructor's."""
        file = self.files.get(name)
        if file is None:
            return None
        package = os.path.basename(file) == "__init__.py"
        return importlib.util.spec_from_file_location(
            name,
            file,
            loader=SourceLoader(name, file),
            submodule_search_locations=[os.path.dirname(file)] if package else None,
        )


class SourceLoader(SourceFileLoader):
    """A loader that always compiles the source, because a student can hand in other bytecode."""

    def get_code(self, fullname: str) -> CodeType:
        """Compile the source of the module; read no ``__pycache__``."""
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code
