"""An archive of a class's feedback pages, for the learning management system that sent the work.

Entry point: `zip_pages`.
"""

import io
import zipfile
from collections.abc import Collection
from pathlib import Path

from nbgrader.apps import ZipCollectApp
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..course.folders import find_submissions
from ..plugins.archives import Identify


def zip_pages(coursedir: CourseDirectory, config: Config, students: Collection[str]) -> bytes:
    """Return a zip archive of the feedback pages of `coursedir.assignment_id`.

    A page has the name of the file that `nbgrader zip_collect` collected, with the ending ".html".
    Others are ``STUDENT/NOTEBOOK.html``. An empty `students` selects all.
    """
    folders = find_submissions(coursedir, coursedir.assignment_id, coursedir.feedback_directory)
    names, packed = _names(coursedir, config), io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for student in sorted(folders.keys() & set(students or folders)):
            last = names.get((student, ""), (f"{student}/", ""))
            for page in sorted(folders[student].glob("*.html")):
                before, after = names.get((student, page.stem), last)
                archive.write(page, f"{before}{page.stem}{after}.html")
    return packed.getvalue()


def _names(coursedir: CourseDirectory, config: Config) -> dict[tuple[str, str], tuple[str, str]]:
    """Return what stood before and after the name of each collected file, by student and file.

    The entry of the file "" is that of the student's last file.
    """
    app, collector = ZipCollectApp(config=config), Identify(config=config)
    steps = {"downloaded": app.downloaded_directory, "collect_step": app.extracted_directory}
    structure = app.collect_directory_structure
    folder = Path(coursedir.root, structure.format(**steps, assignment_id=coursedir.assignment_id))
    paths = sorted(str(path) for path in folder.rglob("*") if path.is_file())
    names = {}
    for match in collector.sort_out(paths) if paths else ():
        path, (begin, end) = match.string, match.span("file_id")
        start = path.rfind("/", 0, min(begin, match.start("student_id"))) + 1
        around = path[start:begin], path[end:].removesuffix(Path(path).suffix)
        for file in (Path(match["file_id"]).stem, ""):
            names[match["student_id"], file] = around
    return names
