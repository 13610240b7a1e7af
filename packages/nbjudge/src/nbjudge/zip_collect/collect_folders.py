"""The folders of `nbgrader zip_collect`, as a course has set them: `collect_folder`."""

from pathlib import Path
from typing import Literal

from nbgrader.apps import ZipCollectApp
from nbgrader.coursedir import CourseDirectory

SCRATCH = ".nbjudge-zip-"  # how the folders in a course begin that hold an archive for a while

Step = Literal["archive_directory", "extracted_directory"]


def collect_folder(
    app: ZipCollectApp, coursedir: CourseDirectory, step: Step, root: Path | None = None
) -> Path:
    """Return the folder of an assignment's downloaded or extracted files.

    Parameters
    ----------
    app
        The application, whose traits name the folders.
    coursedir
        The course, with the assignment.
    step
        The trait that names the folder.
    root
        The folder that they are below; None for the course's.
    """
    path = app.collect_directory_structure.format(
        downloaded=app.downloaded_directory,
        assignment_id=coursedir.assignment_id,
        collect_step=getattr(app, step),
    )
    return Path(root or coursedir.root, path)
