"""Messages between the main process and the workers: an assignment, a submission, a result."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..course.definition import Definition
from ..course.record import NotebookRecord
from .book import SubmittedNotebook


@dataclass(frozen=True)
class Pack:
    """The data that all submissions of an assignment share. A worker unpacks it once.

    Attributes
    ----------
    digest
        SHA-256 of the content. A worker unpacks a pack only if its digest is new.
    definition
        The assignment.
    support
        The instructor's files other than notebooks: relative path to content. They replace a
        student's files with the same path.
    not_overwriting
        Paths in `support` that a student's own file may replace (`Autograde.exclude_overwriting`).
    config
        The course's traitlets configuration, pickled with cloudpickle because it may contain
        functions.
    """

    digest: str
    definition: Definition
    support: Mapping[str, bytes]
    not_overwriting: frozenset[str]
    config: bytes

    def overwriting(self, files: Mapping[str, bytes]) -> dict[str, bytes]:
        """Return the instructor's files that replace or join a student's `files`."""
        kept = self.not_overwriting.intersection(files)
        return {path: content for path, content in self.support.items() if path not in kept}


@dataclass(frozen=True)
class GradingJob:
    """The part of a job that differs between submissions.

    Attributes
    ----------
    student, files, refused
        As in `submission.SubmittedFiles`.
    seconds_late, manual
        As in `book.Book`.
    unchanged
        The notebooks that do not run, because their results are those of the attempt before.
    """

    student: str
    files: Mapping[str, bytes]
    refused: Mapping[str, str]
    seconds_late: float
    manual: Mapping[tuple[str, str], tuple[float | None, float | None]]
    unchanged: frozenset[str] = frozenset()


@dataclass
class NotebookResult:
    """One graded notebook of a submission.

    Attributes
    ----------
    content
        The autograded notebook's file as bytes; None if the student handed in no such notebook.
    scores
        The scores and comments for the gradebook.
    record
        The notebook's entry in `nbjudge.json`.
    failed
        True if grading itself failed, so that the next run should try again.
    doubts
        Lines that need attention if the notebook has lost points.
    """

    content: bytes | None
    scores: SubmittedNotebook
    record: NotebookRecord
    failed: bool = False
    doubts: list[str] = field(default_factory=list)


@dataclass
class Result:
    """A graded submission: its notebooks by name, and the seconds that grading took."""

    student: str
    notebooks: dict[str, NotebookResult] = field(default_factory=dict)
    seconds: float = 0.0
