"""The student's side of modules beside the notebook: the instructor's files, imported at once.

What they give is kept under names of its own, which no cell of the notebook binds.
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
    """The names that given cells import from modules beside the notebook."""

    def keep(self, files: Mapping[str, str], statements: Sequence[str]) -> None:
        """Import the instructor's modules before the first cell is run.

        Parameters
        ----------
        files
            Where the instructor's modules are, by their names.
        statements
            The imports, each of which may fail by itself: the cell that says it will show why.
        """
        sys.meta_path.insert(0, BesideFinder(files))
        # A file that the student has handed in must not be taken for what is installed.
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
    """Finds the instructor's modules, and not a file of the student's with the same name.

    Parameters
    ----------
    files
        Where they are, by their names.
    """

    def __init__(self, files: Mapping[str, str]):
        self.files = {name: os.path.abspath(file) for name, file in files.items()}

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        """Where a module is; None if it is not the instructor's."""
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
    """Compiles a module from its source: the student may have handed in another bytecode."""

    def get_code(self, fullname: str) -> CodeType:
        """The code of the module."""
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code
