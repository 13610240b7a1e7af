"""Imports modules of `lab/`, the package of the same name that each assignment has."""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


def lab_module(assignment: str, module: str) -> ModuleType:
    """Return a module of `source/ASSIGNMENT/lab/`.

    All assignments call their package `lab`, so each one is imported under another name.
    """
    package = f"lab_of_{assignment.replace('-', '_')}"
    if package not in sys.modules:
        folder = ROOT / "source" / assignment / "lab"
        spec = importlib.util.spec_from_file_location(
            package, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        sys.modules[package] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[package])
    return importlib.import_module(f"{package}.{module}")
