"""What travels between the main process and the workers: an assignment, a submission, a result."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..course.definition import Definition
from ..course.record import NotebookRecord
from .book import SubmittedNotebook


@dataclass(frozen=True)
class Pack:
    """What all submissions of an assignment have in common; a worker unpacks it once.

    Attributes
    ----------
    digest
        Names the content: a worker that has unpacked the same digest keeps what it has.
    definition
        The assignment.
    support
        The instructor's files beside the notebooks: relative path to content. They replace
        files of a student with the same path.
    not_overwriting
        Those of these paths that a student may bring too (`Autograde.exclude_overwriting`).
    config
        The course's traitlets configuration, as cloudpickle: it may hold functions.
    """

    digest: str
    definition: Definition
    support: Mapping[str, bytes]
    not_overwriting: frozenset[str]
    config: bytes

    def overwriting(self, files: Mapping[str, bytes]) -> dict[str, bytes]:
        """The instructor's files that go with a student's `files`."""
        kept = self.not_overwriting.intersection(files)
        return {path: content for path, content in self.support.items() if path not in kept}


@dataclass(frozen=True)
class GradingJob:
    """What is particular to one submission. See `submission.SubmittedFiles` and `book.Book`."""

    student: str
    files: Mapping[str, bytes]
    refused: Mapping[str, str]
    seconds_late: float
    manual: Mapping[tuple[str, str], tuple[float | None, float | None]]


@dataclass
class NotebookResult:
    """One notebook of a submission.

    Attributes
    ----------
    content
        The autograded notebook as bytes of its file; None where the student handed in none.
    scores
        What goes into the gradebook.
    record
        How it went.
    failed
        Whether grading itself failed, so that it is worth another try in the next run.
    """

    content: bytes | None
    scores: SubmittedNotebook
    record: NotebookRecord
    failed: bool = False


@dataclass
class Result:
    """A graded submission: notebooks by name, and the time that it took, in seconds."""

    student: str
    notebooks: dict[str, NotebookResult] = field(default_factory=dict)
    seconds: float = 0.0
