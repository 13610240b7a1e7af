"""Modules that the fork server imports when a notebook is opened, because Validate may follow.

They are imported outside the sandbox, in the account of the server. That is the student's own
account, or a teacher's, who looks at the work of others. Entry points: `modules_to_warm`, and
`is_submitted`.
"""

import glob
import os
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbgrader.apps import ZipCollectApp
from nbgrader.coursedir import CourseDirectory

from nbisolate.cells import installed_imports


def modules_to_warm(path: Path, coursedir: CourseDirectory) -> list[str]:
    """Return the modules to import for the notebook at `path`.

    They are those that it imports. In a course, where it may be a student's, only those count that
    the notebook of the same name in the folder of sources or releases imports, too; none if it
    `is_submitted`.
    """
    if is_submitted(path, coursedir):
        return []
    if not _is_in_course(path, coursedir):
        return _imports_of(path)
    in_course = set[str]()
    for original in _originals(path.name, coursedir):
        in_course.update(_imports_of(original))
    return [module for module in _imports_of(path) if module in in_course]


def is_submitted(path: Path, coursedir: CourseDirectory) -> bool:
    """Return True if a notebook is in a course's folder of what students have handed in.

    These are the folders of submitted, autograded, feedback and downloaded files, of the course
    that the server has found and of any other whose folders have the same names: JupyterLab may
    have been started above a course, or in another one.
    """
    steps = (
        coursedir.submitted_directory,
        coursedir.autograded_directory,
        coursedir.feedback_directory,
        ZipCollectApp(config=coursedir.config).downloaded_directory,
    )
    courses = [root for root in path.parents if (root / coursedir.source_directory).is_dir()]
    return any(path.is_relative_to((root / step).resolve()) for root in courses for step in steps)


def _is_in_course(path: Path, coursedir: CourseDirectory) -> bool:
    root = Path(coursedir.root).resolve()
    return path.is_relative_to(root) and (root / coursedir.source_directory).is_dir()


def _originals(name: str, coursedir: CourseDirectory) -> Iterator[Path]:
    """Yield the notebooks of a name among the sources and releases of all assignments."""
    for step in (coursedir.source_directory, coursedir.release_directory):
        folder = coursedir.directory_structure.format(
            nbgrader_step=glob.escape(step), student_id=".", assignment_id="*"
        )
        pattern = os.path.join(folder, glob.escape(name))
        for path in glob.iglob(pattern, root_dir=coursedir.root):
            yield Path(coursedir.root, path)


def _imports_of(path: Path) -> list[str]:
    """Return the modules that a notebook imports; none if it cannot be read."""
    try:
        notebook = nbformat.read(path, as_version=4)
    except (OSError, ValueError):
        return []  # Validate will report it
    sources = (cell.source for cell in notebook.cells if cell.cell_type == "code")
    return installed_imports(sources, path.parent)
