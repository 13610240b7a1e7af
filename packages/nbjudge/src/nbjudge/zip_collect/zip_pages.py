"""An archive of a class's feedback pages, for the learning management system that sent the work.

Entry point: `zip_pages`.
"""

import io
import zipfile
from collections.abc import Collection
from pathlib import PurePosixPath

from nbgrader.apps import ZipCollectApp
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..files.folders import find_submissions
from .collect_folders import collect_folder
from .uploads import Upload, read_uploads

Page = tuple[str, str]  # the student's id, and the notebook's name


def zip_pages(coursedir: CourseDirectory, config: Config, students: Collection[str]) -> bytes:
    """Return a zip archive of some students' feedback pages of `coursedir.assignment_id`.

    A page goes only into the upload that it was made from: its name begins as the learning
    management system named that upload, and ends with ".html". What did not come with `nbgrader
    zip_collect` is ``STUDENT/NOTEBOOK.html``.
    """
    folders = find_submissions(coursedir, coursedir.assignment_id, coursedir.feedback_directory)
    pages = {
        (student, page.stem): page
        for student in sorted(folders.keys() & set(students))
        for page in sorted(folders[student].glob("*.html"))
    }
    extracted = collect_folder(ZipCollectApp(config=config), coursedir, "extracted_directory")
    names = _page_names(read_uploads(extracted), pages)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for key, page in pages.items():
            archive.write(page, names[key])
    return packed.getvalue()


def _page_names(uploads: Collection[Upload], pages: Collection[Page]) -> dict[Page, str]:
    """Return the name of each page; two pages never have one name."""
    names = {(student, notebook): f"{student}/{notebook}.html" for student, notebook in pages}
    taken = set(names.values())
    for upload in uploads:
        for notebook in upload.notebooks:
            if (upload.student, notebook) not in names:
                continue
            file = PurePosixPath(upload.file)
            is_notebook_itself = file.suffix.lower() == ".ipynb"
            stem = str(file.with_suffix("")) if is_notebook_itself else notebook
            name = f"{upload.before}{stem}{upload.after}.html"
            if name not in taken:
                taken.add(name)
                names[upload.student, notebook] = name
    return names
