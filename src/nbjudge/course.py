"""What `nbjudge grade` reads of a course before it starts: settings, submissions, what is done."""

import fcntl
import fnmatch
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cloudpickle
from nbgrader.api import (
    Assignment,
    BaseCell,
    Grade,
    Gradebook,
    Notebook,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins import LateSubmissionPlugin
from sqlalchemy import or_, select
from sqlalchemy.orm import Session
from traitlets import TraitError
from traitlets.config.loader import LazyConfigValue
from traitlets.utils.importstring import import_item

from .definition import Definition
from .errors import Stopped, WrongUsage
from .jobs import Pack
from .outcomes import student_folders
from .submission import Submission
from .writer import RECORD

LOCK = ".nbjudge.lock"
SCRATCH = "nbjudge-run-"


@contextmanager
def locked_course(root: Path) -> Iterator[Path]:
    """Hold the course for this process; give a scratch folder that goes when it lets go.

    Raises
    ------
    Stopped
        If another process holds it, or the folder cannot be written.
    """
    try:
        descriptor = os.open(root / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise Stopped(f"The course folder cannot be written: {error.strerror}") from error
    with open(descriptor, "r+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Stopped("Another nbjudge grade is at work in this course; wait for it") from error
        # The file names the scratch folder, so that one left by a killed run is removed.
        left = Path(lock.read().strip() or os.devnull)
        if left.name.startswith(SCRATCH) and left.is_dir() and left.stat().st_uid == os.getuid():
            shutil.rmtree(left, ignore_errors=True)
        scratch = Path(tempfile.mkdtemp(prefix=SCRATCH))
        try:
            _note(lock, str(scratch))
            yield scratch
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
            _note(lock, "")


def _note(lock, text: str) -> None:
    lock.seek(0)
    lock.truncate()
    lock.write(text)
    lock.flush()


def make_pack(autograde: Autograde, definition: Definition) -> Pack:
    """Collect what all submissions of an assignment have in common.

    Arguments
    ---------
    autograde:
        nbgrader's converter, with the course's folder and configuration.
    definition:
        The assignment.

    Raises
    ------
    WrongUsage
        If the configuration of a preprocessor is wrong.
    """
    coursedir, config = autograde.coursedir, autograde.config
    source = Path(coursedir.format_path(coursedir.source_directory, ".", definition.assignment))
    # An instructor's file may be a link, and of any size.
    support = {
        str(path.relative_to(source)): path.read_bytes()
        for path in sorted(source.rglob("*"))
        if path.is_file() and path.suffix != ".ipynb" and not _ignored(path, source, coursedir)
    }
    exclude = frozenset(autograde.exclude_overwriting.get(definition.assignment, []))
    digest = hashlib.sha256(_canonical([_plain(definition), _settings(autograde)]))
    for path, content in support.items():
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    # The address of the gradebook, perhaps with a password, stays here.
    settings = {name: config[name] for name in config if name != "CourseDirectory"}
    return Pack(digest.hexdigest(), definition, support, exclude, cloudpickle.dumps(settings))


def _ignored(path: Path, source: Path, coursedir: CourseDirectory) -> bool:
    parts = path.relative_to(source).parts
    return any(fnmatch.fnmatch(part, glob) for part in parts for glob in coursedir.ignore)


def _plain(definition: Definition) -> list:
    """A definition as JSON has it, whatever the order in which the gradebook gave its cells."""
    notebooks = definition.notebooks.values()
    cells = [[n.name, n.kernelspec, sorted(map(repr, n.cells.values()))] for n in notebooks]
    return [definition.assignment, definition.course_id, str(definition.duedate), cells]


def _settings(autograde: Autograde) -> dict:
    """The configuration of all classes that have a say in the result."""
    chain = [*autograde.sanitize_preprocessors, *autograde.autograde_preprocessors]
    try:
        kinds = [import_item(kind) if isinstance(kind, str) else kind for kind in chain]
        for kind in kinds:
            kind(parent=autograde)
    except (ImportError, TraitError) as error:
        raise WrongUsage(f"The configuration is wrong: {error}") from error
    plugin = autograde.config.AssignLatePenalties.get("plugin_class", LateSubmissionPlugin)
    kinds += [Autograde, import_item(plugin) if isinstance(plugin, str) else plugin]
    names = {parent.__name__ for kind in kinds for parent in kind.__mro__}
    return {
        "chain": kinds,
        "traits": {name: autograde.config[name] for name in names if name in autograde.config},
    }


def _canonical(value: Any) -> bytes:
    def plain(item):
        if isinstance(item, LazyConfigValue):
            return item.to_dict()
        if callable(item) and hasattr(item, "__qualname__"):
            return f"{item.__module__}.{item.__qualname__}"
        return sorted(map(repr, item)) if isinstance(item, set) else repr(item)

    return json.dumps(value, default=plain, sort_keys=True).encode()


@dataclass
class Known:
    """What the gradebook holds already of one submission. See `nbgrader.api`."""

    timestamp: Any
    extension: Any
    manual: dict[tuple[str, str], tuple[float | None, float | None]] = field(default_factory=dict)


def read_known(gradebook: Gradebook, assignment: str) -> dict[str, Known]:
    """Read, for each student with a submission in the gradebook, what a person entered."""
    submissions = select(
        SubmittedAssignment.student_id,
        SubmittedAssignment.timestamp,
        SubmittedAssignment.extension,
    ).join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
    entered = (
        select(
            SubmittedAssignment.student_id,
            Notebook.name,
            BaseCell.name,
            Grade.manual_score,
            Grade.extra_credit,
        )
        .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        .join(Assignment, Assignment.id == Notebook.assignment_id)
        .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
        .join(BaseCell, BaseCell.id == Grade.cell_id)
        .where(or_(Grade.manual_score.is_not(None), Grade.extra_credit.is_not(None)))
    )
    with Session(gradebook.engine) as session:
        known = {
            student: Known(timestamp, extension)
            for student, timestamp, extension in session.execute(
                submissions.where(Assignment.name == assignment)
            )
        }
        for student, notebook, cell, *scores in session.execute(
            entered.where(Assignment.name == assignment)
        ):
            known[student].manual[notebook, cell] = tuple(scores)
    return known


def find_submissions(coursedir: CourseDirectory, assignment: str) -> dict[str, Path]:
    """Find the folders of an assignment's submissions by student, as `nbgrader autograde` does."""
    found = student_folders(coursedir, coursedir.submitted_directory, assignment)
    excluded = coursedir.student_id_exclude.split(",")
    return {
        student: folder
        for student, folder in sorted(found.items())
        if fnmatch.fnmatch(student, coursedir.student_id) and student not in excluded
    }


def submission_digest(pack: Pack, submission: Submission, seconds_late: float) -> str:
    """Name the content of a submission, and of all that has a say in its scores."""
    head = [pack.digest, submission.student, seconds_late, submission.reasons, submission.refused]
    digest = hashlib.sha256(_canonical(head))
    for path, content in sorted(submission.files.items()):
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def read_record(folder: Path) -> Mapping:
    """Read the record of an autograded submission; empty where there is none to read."""
    try:
        record = json.loads((folder / RECORD).read_bytes())
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}
