"""A run over a class: many submissions in parallel, one writer, nothing lost.

This process alone reads submissions and writes results. A pool of workers grades in between
(`worker`). Only a few submissions are in flight at a time, so memory does not grow with the class.
"""

import concurrent.futures
import os
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from nbgrader.converters import Autograde
from sqlalchemy.exc import SQLAlchemyError

from nbisolate import Measured

from ..errors import NbjudgeError, RunStoppedError, SandboxError
from ..exchange.collection_log import collected_time
from ..files.child import FailedItem
from ..files.digests import content_digest, digests
from ..files.file_names import TIMESTAMP
from ..files.isolation import isolate_errors
from ..files.leaks import LeakedFiles
from ..files.replace import settle_folder
from ..files.submission import (
    SubmittedFiles,
    is_student_id,
    overlay,
    read_submission,
    timestamp_text,
)
from ..files.text import one_line
from ..gradebook.audit import versions
from ..gradebook.late_penalties import seconds_late
from ..gradebook.record import NotebookRecord, Record, read_record
from ..gradebook.scores import Submission, read_student_grades
from ..gradebook.stored_results import digest_of, holds, time_text
from .find_work import FileSearch, search_for, take_found
from .inputs import notebook_key, result_version, submission_digest, work_digest
from .jobs import (
    Answered,
    GradingJob,
    NotebookResult,
    Result,
    SearchJob,
    SearchResult,
    SharedInputs,
)
from .memory_gradebook import lost_points
from .pages import PagesSummary
from .pools import Pool
from .progress import Display
from .ungraded import ungraded_submission
from .writer import ResultWriter

MOST_REASONS = 10
MOST_TRIES = 2
MOST_BYTES = 200_000_000  # of all submissions in flight; a single larger one runs alone

NextFolder = Callable[[], tuple[str, Path] | None]


@dataclass
class ClassSummary:
    """The outcome of a grading run."""

    graded: int = 0
    # Submissions that have not changed since they were graded; `attention` and `records`, both by
    # student, include them.
    skipped: int = 0
    attention: dict[str, list[str]] = field(default_factory=dict)  # the reasons
    records: dict[str, Record] = field(default_factory=dict)
    seconds: float = 0.0  # wall time
    # The timestamp.txt files that were ignored although there is a due date.
    timestamps_passed_over: int = 0
    # Submissions that were graded again because another version of nbjudge had stored their
    # results.
    other_version: int = 0
    pages: PagesSummary | None = None  # None if no pages were requested
    pages_error: NbjudgeError | None = None  # the error that stopped them
    # The points before and after the run, of the students who had been graded before and whose
    # points have changed.
    changes: dict[str, tuple[float, float]] = field(default_factory=dict)

    def note(self, student: str, record: Record) -> None:
        self.records[student] = record
        if record.needs_attention:
            self.attention[student] = record.reasons


@dataclass
class Task:
    """A submission in flight, from when it is read until its result is stored."""

    submission: SubmittedFiles
    seconds_late: float
    # The manual score and the extra credit by notebook and cell, as in `Submission.manual`.
    manual: Mapping[tuple[str, str], tuple[float | None, float | None]]
    digest: str  # a `submission_digest`
    timestamp: datetime | None  # the time of submission (naive UTC), if it can be trusted
    kept_timestamp: datetime | None  # the one in the gradebook, which stays if that is None
    submitted_at: str | None  # the text of timestamp.txt
    unchanged: Mapping[str, NotebookResult]  # the results of notebooks that need not run
    search_seconds: float = 0.0  # that the search for notebooks took
    tries: int = 0  # that have failed

    @property
    def student(self) -> str:
        return self.submission.student

    @property
    def job(self) -> GradingJob:
        """The part of it that a worker needs."""
        return GradingJob(
            self.student,
            self.submission.files,
            self.submission.refused,
            self.seconds_late,
            self.manual,
            frozenset(self.unchanged),
        )

    @property
    def size(self) -> int:
        """The bytes of its files, which this process holds while the submission is in flight."""
        size = sum(len(content) for content in self.submission.files.values())
        return size + sum(len(result.content or b"") for result in self.unchanged.values())


@dataclass(frozen=True)
class Decision:
    """What was decided before the hook of a submission that has to be graded."""

    seconds_late: float
    digest: str
    record: Record | None
    in_gradebook: Submission | None


@dataclass
class Reading:
    """A submission in flight that was read, before it is known whether it has to be graded.

    `search` is the search for notebooks that it needs, or None. `decision` is None until nbgrader's
    hook has run, after which its files are read and searched once more.
    """

    submission: SubmittedFiles
    folder: Path
    submitted_at: str | None
    search: FileSearch | None
    collected: datetime | None
    timestamp: datetime | None
    decision: Decision | None = None
    search_seconds: float = 0.0
    tries: int = 0  # that have failed

    @property
    def student(self) -> str:
        return self.submission.student

    @property
    def job(self) -> SearchJob:
        """The part of it that a worker needs. There must be a search."""
        assert self.search is not None
        return SearchJob(self.search)

    @property
    def size(self) -> int:
        """The bytes of its files."""
        files = {**self.submission.files, **(self.search.elsewhere if self.search else {})}
        return sum(len(content) for content in files.values())


InFlight = Task | Reading


@dataclass
class ClassRun:
    """A run that grades submissions and stores their results."""

    autograde: Autograde
    inputs: SharedInputs
    writer: ResultWriter
    stored: dict[str, Submission]  # the submissions that are already in the gradebook, by student
    force: bool  # whether unchanged submissions are graded as well
    trust_timestamps: bool
    leaks: LeakedFiles  # detects course files in a submission
    # Called with the student and the record after a submission is stored, found unchanged, or
    # refused.
    on_done: Callable[[str, Record], None] = lambda student, record: None
    summary: ClassSummary = field(default_factory=ClassSummary)

    def __post_init__(self) -> None:
        self.task: InFlight | None = None
        self.suspects: list[InFlight] = []
        self.running: dict[concurrent.futures.Future[Answered], InFlight] = {}
        self.searched: list[Reading] = []  # whose search is done

    def grade_all(self, next_folder: NextFolder, pool: Pool, progress: Display) -> ClassSummary:
        """Grade submissions in the pool until none is left and none is in flight.

        `next_folder` returns the student and the folder of the next submission, or None if there is
        none at the moment; it is called again while others are in flight. `progress.update` is
        called at least every half second.
        """
        started = time.monotonic()
        with progress as shown:
            while self.submit_more(next_folder, pool):
                shown.update(len(self.summary.records), len(self.summary.attention))
                # Wake up every 0.5 s even if nothing finished: to refresh the display, to fetch a
                # submission that has just arrived, and to use workers that have just joined a
                # cluster.
                wait_for_any(self.running)
                self.store_done(pool)
        self.summary.seconds = time.monotonic() - started
        return self.summary

    def submit_more(
        self, next_folder: NextFolder, pool: Pool, of_other_runs: Collection[InFlight] = ()
    ) -> bool:
        """Submit as many submissions as there is room for; return False if none is left at all.

        `next_folder` is that of `grade_all`. `of_other_runs` are submissions that other runs have
        in flight in the same pool, which take up room too.
        """
        # A submission moves from `task` (read, not yet submitted) to `running`, and from there to
        # the writer. One with files in other places is submitted twice: a worker searches it first,
        # and then it moves from `running` to `searched` and again to `task`.
        #
        # If its future fails, it moves to `suspects` instead, for a second try. A worker that dies
        # breaks the executor and fails every job in flight, so the failure does not tell which
        # submission killed it. Each suspect is therefore retried alone: the pool drains first,
        # nothing new is submitted, and only the guilty one fails again.
        self.task = self.task or self._next_task(next_folder)
        while self.task and not self.suspects:
            in_flight = [*self.running.values(), *of_other_runs]
            size = self.task.size + sum(task.size for task in in_flight)
            if len(in_flight) >= pool.capacity() or (in_flight and size > MOST_BYTES):
                break
            self.running[pool.submit(self.task.job)] = self.task
            self.task = self._next_task(next_folder)
        if self.suspects and not self.running and pool.capacity():
            suspect = self.suspects.pop()
            self.running[pool.submit(suspect.job)] = suspect
        return bool(self.task or self.suspects or self.running or self.searched)

    def store_done(self, pool: Pool) -> None:
        """Store the results of all submissions that are graded."""
        for future in [future for future in self.running if future.done()]:
            in_flight = self.running.pop(future)
            answer = self._answer(pool, future, in_flight)
            if isinstance(in_flight, Reading) and isinstance(answer, SearchResult):
                take_found(in_flight.submission, answer.answer, self.inputs.definition.notebooks)
                in_flight.search_seconds += answer.seconds
                in_flight.search = None
                self.searched.append(in_flight)
            elif isinstance(in_flight, Task) and isinstance(answer, Result):
                self._store(in_flight, answer)

    def _next_task(self, next_folder: NextFolder) -> InFlight | None:
        """Return the next submission to search or grade, skipping unchanged ones.

        None if there is none. Those that were searched come before those that were not read.
        """
        while True:
            if self.searched:
                reading = self.searched.pop(0)
                student = reading.student
                folder = reading.folder
                step = partial(self._after_search, reading)
            elif (next_one := next_folder()) is not None:
                student, folder = next_one
                step = partial(self._read, student, folder)
            else:
                return None
            with isolate_errors(partial(self._refuse, student), folder):
                in_flight = step()
                if in_flight is not None:
                    return in_flight

    def _read(self, student: str, folder: Path) -> InFlight | None:
        """Read a submission; return None if there is nothing to grade."""
        if not is_student_id(student):
            self._refuse(student, "the folder's name cannot be a student id: rename it")
            return None
        submitted_at = timestamp_text(folder)
        submission = self._read_submission(student, folder)
        collected = collected_time(
            self.autograde.coursedir,
            student,
            self.inputs.definition.assignment,
            submission.files,
        )
        timestamp = collected or self._timestamp(submission)
        search = self._search(submission)
        reading = Reading(submission, folder, submitted_at, search, collected, timestamp)
        return reading if search else self._after_search(reading)

    def _after_search(self, reading: Reading) -> InFlight | None:
        """Return the task to grade a submission; None if there is nothing to grade.

        If nbgrader's hook has run, it may have changed the files, so they are read once more.
        """
        submission = reading.submission
        student = reading.student
        # The time of the submission is known: that goes by the files as they came.
        self.leaks.withhold(submission, set(self.inputs.definition.notebooks))
        if reading.decision is None:
            reading.decision = self._decide(reading)
            if reading.decision is None:
                return None
            self._set_hook_arguments(submission)
            self.autograde.run_pre_convert_hook()
            if self.autograde.pre_convert_hook:
                reading.submission = self._read_submission(student, reading.folder)
                reading.timestamp = reading.collected or self._timestamp(reading.submission)
                reading.search = self._search(reading.submission)
                return reading if reading.search else self._after_search(reading)
        decision = reading.decision
        record = decision.record
        in_gradebook = decision.in_gradebook
        # A late penalty depends on points by hand too, so the chain has to run for late notebooks.
        same: dict[str, NotebookResult] = {}
        if record and in_gradebook and not (decision.seconds_late or self.force):
            same = self._unchanged(submission, record, in_gradebook)
        stored = in_gradebook or self._stored(student)
        return Task(
            submission,
            decision.seconds_late,
            stored.manual,
            decision.digest,
            reading.timestamp,
            stored.timestamp,
            reading.submitted_at,
            same,
            reading.search_seconds,
        )

    def _decide(self, reading: Reading) -> Decision | None:
        """Decide whether a submission has to be graded; return None if it does not."""
        submission = reading.submission
        student = reading.student
        stored = self._stored(student)
        late = seconds_late(reading.timestamp or stored.timestamp, stored.due)
        # The digest is that of the files before the hook, so the hook does not run for an
        # unchanged submission.
        digest = submission_digest(self.inputs, submission, late)
        settle_folder(self.writer.folder(student))
        record = read_record(self.writer.folder(student))
        if record is not None and record.version != result_version():
            record = None
            if not self.force:
                self.summary.other_version += 1
        in_gradebook = self._read_gradebook(student) if record else None
        if record and holds(record, digest, in_gradebook) and not self.force:
            self.summary.skipped += 1
            self._done(student, record)
            return None
        return Decision(late, digest, record, in_gradebook)

    def _stored(self, student: str) -> Submission:
        new = Submission(student, due=self.inputs.definition.duedate)
        return self.stored.get(student, new)

    def _read_gradebook(self, student: str) -> Submission | None:
        """Read a submission from the gradebook; None if it isn't there or cannot be read now."""
        assignment = self.inputs.definition.assignment
        try:
            return read_student_grades(self.writer.gradebook.engine, assignment, student)
        except SQLAlchemyError:
            return None  # it is graded again

    def _unchanged(
        self, submission: SubmittedFiles, record: Record, stored: Submission
    ) -> dict[str, NotebookResult]:
        """Return the results of the student's last attempt for the notebooks that are as in it."""
        unchanged: dict[str, NotebookResult] = {}
        for name in self.inputs.definition.notebooks:
            before = record.notebooks.get(name, NotebookRecord())
            has_lines = submission.notes.get(name) or submission.doubts.get(name)
            if before.key is None or has_lines or f"{name}.ipynb" not in submission.files:
                continue
            if name not in stored.notebooks:
                continue
            try:
                graded = (self.writer.folder(submission.student) / f"{name}.ipynb").read_bytes()
            except OSError:
                continue  # it runs
            scores = stored.notebooks[name].as_autograded()
            result = NotebookResult(graded, scores, replace(before, unchanged=True))
            if notebook_key(self.inputs, submission, name, result) == before.key:
                unchanged[name] = result
        return unchanged

    def _timestamp(self, submission: SubmittedFiles) -> datetime | None:
        """Return the time in timestamp.txt, or None if it cannot be trusted.

        An untrusted timestamp.txt is removed from the submission's files, because nbgrader would
        later read it in autograded/ and believe it.
        """
        if self.trust_timestamps:
            try:
                return submission.timestamp()
            except ValueError as error:
                submission.reasons.append(str(error))
        there = submission.files.pop(TIMESTAMP, None) is not None
        if there and not self.trust_timestamps and self.inputs.definition.duedate is not None:
            self.summary.timestamps_passed_over += 1
        return None

    def _read_submission(self, student: str, folder: Path) -> SubmittedFiles:
        notebooks = set(self.inputs.definition.notebooks)
        submission = read_submission(self.autograde.coursedir, student, folder, notebooks)
        submission.take_note(notebooks)
        return submission

    def _search(self, submission: SubmittedFiles) -> FileSearch | None:
        """Return the search for notebooks that a submission needs, or None."""
        return search_for(submission, self.inputs.definition.notebooks, self.inputs.support)

    def _set_hook_arguments(self, submission: SubmittedFiles) -> None:
        """Set what nbgrader's hooks read: the student, and the paths of the notebooks."""
        self.autograde.coursedir.student_id = submission.student
        names = [path for path in submission.files if path.endswith(".ipynb")]
        paths = [str(submission.folder / name) for name in sorted(names)]
        self.autograde.notebooks = list(filter(os.path.lexists, paths))

    def _refuse(self, student: str, reason: str) -> None:
        self._done(student, Record("needs-attention", [reason]))

    def _done(self, student: str, record: Record) -> None:
        self.summary.note(student, record)
        self.on_done(student, record)

    def _answer(
        self, pool: Pool, future: concurrent.futures.Future[Answered], in_flight: InFlight
    ) -> Answered | None:
        """Return a worker's answer; None if it failed, and has a second try."""
        try:
            return future.result()
        except RunStoppedError:  # of the canary: right answers would lose points there
            raise
        except Exception as error:
            # The worker or its machine failed. A submission that fails by itself does not raise; it
            # has a result with the reason in it.
            in_flight.tries += 1
            if in_flight.tries < MOST_TRIES:
                self.suspects.append(in_flight)
                return None
            if isinstance(error, SandboxError):
                raise error
            why = one_line(f"{type(error).__name__}: {error}")
            if isinstance(error, pool.killed):
                why = "the process that graded it was killed twice"
        if isinstance(in_flight, Reading):
            return SearchResult(FailedItem(f"did not end: {why}"), 0.0)
        sentence = f"could not be graded: {why}"
        return ungraded_submission(self.inputs.definition, in_flight.job, sentence)

    def _store(self, task: Task, result: Result) -> None:
        """Store the result of a submission."""
        result.notebooks |= task.unchanged
        beside = {
            path: content
            for path, content in task.submission.files.items()
            if not path.endswith(".ipynb")
        }
        files = overlay(beside, self.inputs.overwriting(beside))
        record = _record(self.inputs, task, result)
        audit = _audit(self.inputs.definition.assignment, task, result, record)
        student = task.student
        with isolate_errors(partial(self._refuse, student), self.writer.folder(student)):
            self.writer.store(result, task.timestamp, files, record, audit)
            self.summary.graded += 1
            failed: list[str] = []  # of the hook, after the submission is stored
            with isolate_errors(failed.append, self.writer.folder(student)):
                self._set_hook_arguments(task.submission)
                self.autograde.run_post_convert_hook()
            if failed:
                reasons = [*record.reasons, *failed]
                record = replace(record, status="needs-attention", reasons=reasons)
            self._done(student, record)


def wait_for_any(running: Collection[concurrent.futures.Future[Answered]]) -> None:
    """Wait half a second at most until one of the futures is done."""
    if not running:
        # No workers at the moment. `wait` returns at once if it has no future to wait for, so sleep
        # here instead of spinning.
        time.sleep(0.2)
    concurrent.futures.wait(running, timeout=0.5, return_when=concurrent.futures.FIRST_COMPLETED)


def _audit(assignment: str, task: Task, result: Result, record: Record) -> dict[str, Any]:
    """Return a submission's line in the course's audit."""
    return {
        "event": "graded",
        "assignment": assignment,
        "student": task.student,
        "status": record.status,
        "reasons": record.reasons,
        **_files_of(task.submission, task.unchanged.keys() | result.notebooks.keys()),
        "refused": dict(task.submission.refused),
        "seconds_late": task.seconds_late,
        "digest": task.digest,
        "versions": versions(),
        "unchanged": sorted(task.unchanged),
        "sandbox": record.measured.sandbox,
        "cgroup": record.measured.cgroup,
        "stopped": {
            name: notebook.measured.stopped
            for name, notebook in record.notebooks.items()
            if notebook.measured.stopped
        },
        "points": {name: _points(notebook) for name, notebook in result.notebooks.items()},
        "points_by_hand": [[*cell, *scores] for cell, scores in task.manual.items()],
    }


def _files_of(submission: SubmittedFiles, notebooks: Collection[str]) -> dict[str, Any]:
    """Return what the audit has of a submission's files.

    A student chooses how many other files there are, and their paths, and the audit is never
    shortened. So these have one digest.
    """
    paths = {f"{name}.ipynb" for name in notebooks} & submission.files.keys()
    others = {path: data for path, data in submission.files.items() if path not in paths}
    return {
        "handed_in": digests({path: submission.files[path] for path in paths}),
        "other_files": {"number": len(others), "digest": content_digest(others)},
    }


def _points(notebook: NotebookResult) -> dict[str, float | None]:
    """Return the points that the tests of a notebook gave, by cell; None if they gave none."""
    return {cell: grade.auto_score for cell, grade in notebook.scores.grades.items()}


def _record(inputs: SharedInputs, task: Task, result: Result) -> Record:
    """Return the content of a submission's `nbjudge.json`."""
    submission = task.submission
    notebooks = {}
    for name, graded in result.notebooks.items():
        notes = submission.notes.get(name, []) + graded.record.notes
        doubts = submission.doubts.get(name, []) + graded.doubts
        about_file = [*submission.doubts.get(name, []), *graded.record.file_reasons]
        sentences = []
        if lost_points(inputs.definition.notebooks[name], graded.scores):
            sentences += doubts
        if graded.record.reason:
            sentences.append(graded.record.reason)
        reason = one_line("; ".join(sentences)) or None
        key = None if notes or doubts else notebook_key(inputs, submission, name, graded)
        notebooks[name] = replace(
            graded.record,
            reason=reason,
            notes=notes + doubts,
            file_reasons=list(map(one_line, about_file)),
            key=key,
            submitted=work_digest(submission, name),
            scores=digest_of(graded.scores),
        )
    reasons = list(submission.reasons)
    if len(reasons) > MOST_REASONS:
        reasons[MOST_REASONS:] = [f"and {len(reasons) - MOST_REASONS} more like it"]
    about_files = list(reasons)
    reasons += [notebook.reason for notebook in notebooks.values() if notebook.reason]
    # If grading itself failed, leave out the digest, so that the next run tries again. The cause
    # may be temporary, such as a full disk.
    failed = any(notebook.failed for notebook in result.notebooks.values())
    measured = (notebook.measured for notebook in notebooks.values())
    return Record(
        status="needs-attention" if reasons else "graded",
        reasons=reasons,
        measured=Measured.of_all(measured, round(result.seconds + task.search_seconds, 3)),
        digest=None if failed else task.digest,
        notebooks=notebooks,
        submitted_at=task.submitted_at,
        version=result_version(),
        timestamp=time_text(task.timestamp or task.kept_timestamp),
        file_reasons=about_files,
    )
