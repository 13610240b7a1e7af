"""Reading of cells before they run: their names, imports and outlines. Nothing is run.

These names, and those of `nbisolate` itself, are the door of the package. They also work on systems
on which no notebook can be run.
"""

from .processes.name_analysis import (
    bound_names,
    imported_names,
    names_read,
    parse_cell,
    read_cell,
    read_given,
    read_test,
)
from .processes.preload import installed_imports

__all__ = [
    "bound_names",
    "imported_names",
    "installed_imports",
    "names_read",
    "parse_cell",
    "read_cell",
    "read_given",
    "read_test",
]
