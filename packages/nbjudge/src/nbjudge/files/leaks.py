"""Detection of leaked course files in submissions.

Entry point: `LeakedFiles`. Such a file has leaked through a hole, such as a link that was followed
or a folder that others could read. The student then has the hidden tests or the grades; if the
submission were graded, it could return them in its outputs and its feedback.
"""

import hashlib
from collections.abc import Collection, Mapping
from pathlib import Path

from nbgrader.api import Assignment, Gradebook
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import select
from sqlalchemy.orm import Session

from .file_names import SECRET, TIMESTAMP
from .folders import find_submissions
from .solution_files import files_with_solutions
from .submission import SubmittedFiles, support_files, timestamp_text
from .tree import read_start

SQLITE = b"SQLite format 3\0"  # the header of its files: https://www.sqlite.org/fileformat.html
LEAST_SECRET = 32  # bytes: `nbgrader submit` writes 128, and a short text proves nothing
LONGEST_SECRET = 1000  # bytes
NO_TIME = "?"  # which sorts after every time that begins with a digit


class LeakedFiles:
    """Files that no student was given: solutions, the gradebook, other students' secrets.

    Solutions are the source notebooks, and the files next to those of `assignment` that hold
    solutions or hidden tests. What the release folder holds too was given to students. A copy of
    the gradebook is recognized no matter when it was taken. The secrets are those of submissions of
    `assignment`.
    """

    def __init__(self, coursedir: CourseDirectory, gradebook: Gradebook, assignment: str) -> None:
        self.root = Path(coursedir.root)
        given = set(_notebooks(self.root / coursedir.release_directory))
        source = _notebooks(self.root / coursedir.source_directory)
        release = Path(coursedir.format_path(coursedir.release_directory, ".", assignment))
        given |= {_digest(content) for content in support_files(release, []).values()}
        folder = Path(coursedir.format_path(coursedir.source_directory, ".", assignment))
        files = support_files(folder, [])
        for name in files_with_solutions(folder, files, coursedir.config):
            source[_digest(files[name])] = folder / name
        self.files = {digest: path for digest, path in source.items() if digest not in given}
        with Session(gradebook.engine) as session:
            # These ids identify a copy of the gradebook: they are random, they never change, and
            # no page that a student sees shows them.
            self.rows = [name.encode() for name in session.scalars(select(Assignment.id))]
        # By secret, the students who submitted it, with the text of their timestamp.txt.
        self.secrets: dict[bytes, dict[str, str]] = {}
        for student, folder in find_submissions(coursedir, assignment).items():
            self.add(student, folder)

    def add(self, student: str, folder: Path) -> None:
        """Add the secret of a submission, such as one that has come in since."""
        secret = (read_start(folder / SECRET, LONGEST_SECRET) or b"").strip()
        if len(secret) >= LEAST_SECRET:
            self.secrets.setdefault(secret, {})[student] = timestamp_text(folder) or NO_TIME

    def withhold(self, submission: SubmittedFiles, notebooks: Collection[str]) -> None:
        """Refuse a submission that holds such a file, so that nothing in it is run or returned.

        The submission is then changed in place. `notebooks` are the assignment's, without ".ipynb".
        """
        found = self.find(submission.student, submission.files)
        if not found:
            return
        path, what = found[0]
        more = f" ({len(found) - 1} more like it)" if len(found) > 1 else ""
        why = f"was not graded: {path} is {what}{more}. Students are never given such files"
        submission.refused = dict.fromkeys(notebooks, why)
        submission.doubts = {}
        known = {name for name, _ in found}
        # With these the student finds the feedback, which gives the reason.
        kept = ({SECRET, TIMESTAMP} - known) & submission.files.keys()
        submission.files = {name: submission.files[name] for name in kept}
        submission.notes = {}

    def find(self, student: str, files: Mapping[str, bytes]) -> list[tuple[str, str]]:
        """Return the paths of leaked files in a submission, each with a phrase on what it is.

        The student's own secret isn't a leak. If several students use the same one, it belongs to
        the first, by the time in timestamp.txt.
        """
        found = []
        for path, content in files.items():
            times = self.secrets.get(content.strip(), {})
            own = times.get(student, NO_TIME)
            owners = [name for name, time in times.items() if name != student and time <= own]
            digest = _digest(content)
            if digest in self.files:
                found.append((path, str(self.files[digest].relative_to(self.root))))
            elif content.startswith(SQLITE) and any(row in content for row in self.rows):
                found.append((path, "the gradebook"))
            elif owners:
                found.append((path, f"the {SECRET} of {min(owners)}"))
        return found


def _notebooks(folder: Path) -> dict[bytes, Path]:
    """Return the paths of the notebooks below a folder, by the SHA-256 of their bytes."""
    return {
        _digest(path.read_bytes()): path
        for path in sorted(folder.rglob("*.ipynb"))
        if path.is_file()
    }


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()
