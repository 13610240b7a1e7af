"""Messages between the main process and the workers: an assignment, a submission, a result.

They are classes of their own because they cross a process boundary, on some courses to another
machine. A submission with files in other places is first sent as a `SearchJob`. `GradingJob` is the
part of `dispatch.Task` that a worker needs, and `Result` its answer, of which the main process
makes a `gradebook.record.Record`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..gradebook.definition import Definition
from ..gradebook.record import NotebookRecord
from ..gradebook.scores import NotebookGrades
from .find_work import Answer, FileSearch


@dataclass(frozen=True)
class SharedInputs:
    """The data that all submissions of an assignment share, which a worker unpacks once per digest.

    The instructor's files other than notebooks replace a student's, except those in
    `not_overwriting`.
    """

    digest: str  # the SHA-256 of the content
    definition: Definition
    support: Mapping[str, bytes]  # the instructor's files by relative path
    not_overwriting: frozenset[str]  # `Autograde.exclude_overwriting`
    config: bytes  # traitlets configuration; cloudpickle, because it may contain functions

    def overwriting(self, files: Mapping[str, bytes]) -> dict[str, bytes]:
        """Return the instructor's files that replace or join a student's `files`."""
        students = self.not_overwriting.intersection(files)
        return {path: content for path, content in self.support.items() if path not in students}


@dataclass(frozen=True)
class GradingJob:
    """The part of a job that differs between submissions; it is sent to a worker."""

    student: str
    files: Mapping[str, bytes]  # as in `SubmittedFiles`, like `refused`
    refused: Mapping[str, str]
    seconds_late: float  # as in `InMemoryGradebook`, like `manual`
    manual: Mapping[tuple[str, str], tuple[float | None, float | None]]
    # Notebooks that do not run, because their results are those of the attempt before.
    unchanged: frozenset[str] = frozenset()


@dataclass(frozen=True)
class SearchJob:
    """A search for notebooks that are not in their place, before a submission is graded."""

    search: FileSearch


@dataclass(frozen=True)
class SearchResult:
    """The answer to a `SearchJob`, for `find_work.take_found`, and the seconds that it took."""

    answer: Answer
    seconds: float


@dataclass
class NotebookResult:
    """One graded notebook of a submission, as a worker returns it."""

    # The autograded file; None if the student submitted no such notebook, and has no points for it.
    content: bytes | None
    scores: NotebookGrades
    record: NotebookRecord  # its entry in `nbjudge.json`
    failed: bool = False  # True if grading itself failed, so the next run should try again
    # Lines that need attention if the notebook has lost points.
    doubts: list[str] = field(default_factory=list)


@dataclass
class Result:
    """A graded submission, as a worker returns it."""

    student: str
    notebooks: dict[str, NotebookResult] = field(default_factory=dict)  # by name
    seconds: float = 0.0  # that grading took


Job = GradingJob | SearchJob
Answered = Result | SearchResult
