"""What learning management systems hand out, for the tests of collecting.

Entry points: `PLUGINS`, `System`, `SYSTEMS`, `zipped`, `tarred`, `download`.
"""

import io
import tarfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nbjudge.zip_collect.names import PATTERNS

# The lines of nbgrader_config.py that collect with nbjudge.
PLUGINS = """
c.ZipCollectApp.extractor_plugin = "nbjudge.SafeExtractor"
c.ZipCollectApp.collector_plugin = "nbjudge.StudentIdCollector"
"""


@dataclass(frozen=True)
class System:
    """A learning management system: how it names the upload `file` of a student.

    `archive` is the name of the class's archive, or "" if the files are downloaded one by one.
    `upload` and `page` are formats with the fields ``id``, ``number`` (which grows with each
    upload) and ``file``; `page` is how the system takes a file back.
    """

    name: str
    archive: str
    upload: str
    page: str = ""

    @property
    def pattern(self) -> str:
        return PATTERNS[self.name]

    def path(self, student: str, file: str, number: int = 1) -> str:
        return self.upload.format(id=student, file=file, number=number)

    def page_path(self, student: str, file: str, number: int = 1) -> str:
        return (self.page or self.upload).format(id=student, file=file, number=number)


SYSTEMS = {
    system.name: system
    for system in [
        System("Canvas", "submissions.zip", "lovelaceada_LATE_{id}_{number}_{file}"),
        System("Moodle, with folders", "a.zip", "Zoë O'Neil_{id}_assignsubmission_file_/{file}"),
        System("Moodle", "class.zip", "Ada Lovelace_{id}_assignsubmission_file_{file}"),
        System("Blackboard", "gradebook.zip", "Home_work_{id}_attempt_2024-03-01-23-59-58_{file}"),
        System(
            "Brightspace",
            "Homework 1 Download.zip",
            "{id}-678 - Mary-Ann Lee - Mar 1, 2024 1000 AM/{file}",
        ),
        System(
            "Gradescope",
            "export.zip",
            "assignment_1_export/submission_{id}/{file}",
            "submission_{id}/{file}",
        ),
        System(
            "Sakai, with folders",
            "bulk_download.zip",
            "PS 1/Lovelace, Ada({id})/Submission attachment(s)/{file}",
            # A page's name begins with the student, without the folder around the whole class.
            "Lovelace, Ada({id})/Submission attachment(s)/{file}",
        ),
        System(
            "Sakai",
            "bulk.zip",
            "PS 1/Lovelace, Ada({id})_Submission attachment(s)_{file}",
            "Lovelace, Ada({id})_Submission attachment(s)_{file}",
        ),
        System("folders", "", "{id}/{file}"),
        System("folders in an archive", "class.zip", "{id}/{file}"),
    ]
}


def zipped(files: Mapping[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip archive with these files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def tarred(files: Mapping[str, bytes], mode: str = "w:gz") -> bytes:
    """Return a tar archive with these files."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode=mode) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return data.getvalue()


def download(folder: Path, files: Mapping[str, bytes], archive: str = "") -> None:
    """Write files as they were downloaded, in an archive of the class if it has a name."""
    folder.mkdir(parents=True, exist_ok=True)
    if archive:
        (folder / archive).write_bytes(zipped(files))
        return
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
