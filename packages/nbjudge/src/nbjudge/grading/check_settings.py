"""Refusal of settings that name something which does not exist.

traitlets ignores a trait that a class does not have, and nbjudge would ignore a cell or a module
that is not there. A limit with a misspelled name would then be the default for a whole class.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import MissingEntry
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..course.gradebook import open_gradebook
from ..course.source_notebooks import is_test
from ..course.submission import Submissions
from ..errors import WrongUsage
from ..plugins.execute import JudgeExecute, instructors_cells
from ..processes.nursery import USUAL_MODULES
from ..processes.preload import is_importable
from .chain import autograde_chain, traits_are_right


@traits_are_right()
def refuse_wrong_settings(coursedir: CourseDirectory, config: Config, here: bool = True) -> None:
    """Refuse a configuration that names a trait, a test cell or a module that does not exist.

    Parameters
    ----------
    coursedir, config
        The course, and its traitlets configuration.
    here
        True if this machine grades. The modules of other machines cannot be seen from here.

    Raises
    ------
    WrongUsage
        The configuration names something that does not exist. The sentence lists everything.
    """
    judges = [kind for kind in autograde_chain(config) if issubclass(kind, JudgeExecute)]
    kinds = (*(judges or [JudgeExecute]), Submissions)
    wrong = [line for kind in kinds for line in _unknown_traits(config, kind)]
    execute = JudgeExecute(config=config)
    wrong += [
        f"JudgeExecute.shared names {path}, and there is no such test cell"
        for path in execute.shared
        if not _is_test_cell(coursedir, path)
    ]
    wrong += [
        f"JudgeExecute.preload names {name}, which is not installed"
        for name in execute.preload
        if here and name not in USUAL_MODULES and not is_importable(name)
    ]
    if wrong:
        raise WrongUsage(f"The configuration is wrong: {'; '.join(wrong)}")


def _unknown_traits(config: Config, kind: Any) -> Iterator[str]:
    """Yield a sentence for each trait that the configuration sets and a class does not have."""
    known = kind.class_trait_names(config=True)
    for section in (each.__name__ for each in kind.__mro__ if each.__module__ != "builtins"):
        ours = section in (kind.__name__, JudgeExecute.__name__)
        for name in sorted(config[section]) if ours and section in config else ():
            if name not in known:
                yield f"{section} has no trait {name}"


def _is_test_cell(coursedir: CourseDirectory, path: str) -> bool:
    """Return True if assignment/notebook/cell is a test cell, in `source/` or in the gradebook."""
    if path.count("/") != 2:
        return False
    assignment, notebook, name = path.split("/")
    folder = Path(coursedir.format_path(coursedir.source_directory, ".", assignment))
    source = folder / f"{notebook}.ipynb"
    if source.is_file():
        cells = nbformat.read(source, as_version=4).cells
        return any(is_test(cell) and cell.metadata.nbgrader.grade_id == name for cell in cells)
    try:
        with open_gradebook(coursedir) as gradebook:
            tests, _ = instructors_cells(gradebook.find_notebook(notebook, assignment))
    except (MissingEntry, WrongUsage):
        return False
    return name in tests
