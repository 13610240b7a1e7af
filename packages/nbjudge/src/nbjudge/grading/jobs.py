"""Messages between the main process and the workers: an assignment, a submission, a result."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..gradebook.definition import Definition
from ..gradebook.record import NotebookRecord
from ..gradebook.scores import NotebookGrades


@dataclass(frozen=True)
class SharedInputs:
    """The data that all submissions of an assignment share, which a worker unpacks once per digest.

    `digest` is the SHA-256 of the content. `support` maps relative paths to the content of the
    instructor's files other than notebooks. They replace a student's files, except those in
    `not_overwriting` (`Autograde.exclude_overwriting`). `config` is the course's traitlets
    configuration, pickled with cloudpickle because it may contain functions.
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

    The fields are those of `submission.SubmittedFiles` and `grades.InMemoryGradebook`. `unchanged`
    names the notebooks that do not run, because their results are those of the attempt before.
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

    `content` is the autograded notebook's file, or None if the student submitted no such notebook.
    `record` is its entry in `nbjudge.json`. `failed` is True if grading itself failed, so the next
    run should try again. The lines in `doubts` need attention if the notebook has lost points.
    """

    content: bytes | None
    scores: NotebookGrades
    record: NotebookRecord
    failed: bool = False
    doubts: list[str] = field(default_factory=list)


@dataclass
class Result:
    """A graded submission: its notebooks by name, and the seconds that grading took."""

    student: str
    notebooks: dict[str, NotebookResult] = field(default_factory=dict)
    seconds: float = 0.0
