"""Runs of `nbjudge grade` for formgrader, one at a time, while the Jupyter server goes on."""

import asyncio
import codecs
import contextlib
import json
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory

from ..errors import ExitCode
from ..files.file_names import RECORD
from ..files.folders import find_submissions, student_folders
from ..gradebook.record import read_record
from ..grading.progress import latest_line

Lent = tuple[socket.socket, Sequence[str]]


@dataclass(frozen=True)
class RunOutcome:
    """Outcome of a run.

    `said` is the output of the command, errors included. `submissions` are the grading records, as
    dictionaries, of the submissions that it graded or refused, by student.
    """

    code: int
    said: str
    submissions: dict[str, Any] = field(default_factory=dict)

    @property
    def done(self) -> bool:
        """True if the run finished, even if some submissions need attention."""
        return self.code in (ExitCode.OK, ExitCode.ATTENTION)

    @property
    def cancelled(self) -> bool:
        """True if somebody cancelled the run."""
        return self.code == ExitCode.INTERRUPTED

    def of(self, student: str) -> dict[str, Any]:
        """Return the reply to formgrader about a student.

        It has `success`; then `log` and `attention`, a list of reasons, or `error`.
        """
        if not self.done:
            return {"success": False, "error": self.said}
        reasons = self.submissions.get(student, {}).get("reasons", [])
        return {"success": True, "attention": reasons, "log": "\n".join(reasons)}


@dataclass
class Run:
    """A run of the command.

    `began` is the time of the request (`time.time`). `process` is None until it is started. `said`
    is the output so far.
    """

    began: float
    process: asyncio.subprocess.Process | None = None
    cancelled: bool = False
    said: str = ""

    async def finish(self) -> int:
        """Read the output until the process ends, and return the exit code."""
        assert self.process is not None and self.process.stdout is not None
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while part := await self.process.stdout.read(1 << 16):
            self.said += decoder.decode(part)
        return await self.process.wait()

    def cancel(self) -> None:
        """End the process, or do not start it."""
        self.cancelled = True
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGINT)


@dataclass
class _Batch:
    students: set[str] = field(default_factory=set)
    outcome: RunOutcome | None = None


class Autograding:
    """Runner for the Autograde buttons of a course.

    `folder` returns the folder in which to run the command: the one of nbgrader_config.py. `lend`
    returns a copy of the socket of a fork server and the modules that it has imported, or None if
    there is none to lend.
    """

    def __init__(self, folder: Callable[[], str], lend: Callable[[], Awaitable[Lent | None]]):
        self.folder = folder
        self.lend = lend
        # The command allows one run at a time in a course, and ends with an error if there is
        # another. With this lock, a second request waits for its turn instead.
        self.course = asyncio.Lock()
        self.waiting: dict[str, _Batch] = {}
        self.runs: dict[str, Run] = {}
        self.ended: dict[str, str] = {}  # the last line of the last run for everybody

    async def student(self, assignment: str, student: str) -> dict[str, Any]:
        """Grade one submission, changed or not, and return the reply to formgrader.

        Requests that arrive during a run are collected in a batch, and the next run grades all of
        them. An instructor who presses the buttons of several students waits for one run only.
        """
        batch = self.waiting.setdefault(assignment, _Batch())
        batch.students.add(student)
        async with self.course:
            # The first request of the batch to get the lock runs it. It also closes the batch, so
            # that a later request starts a new one; the others find the outcome.
            if batch.outcome is None:
                del self.waiting[assignment]
                students = [f"--student={name}" for name in sorted(batch.students)]
                batch.outcome = await self._run(assignment, ["--force", *students])
        return batch.outcome.of(student)

    async def everybody(self, assignment: str, force: bool) -> RunOutcome:
        """Grade the submissions that are new or changed; with `force`, all of them."""
        async with self.course:
            outcome = await self._run(assignment, ["--force"] if force else [])
        if outcome.done or outcome.cancelled:
            self.ended[assignment] = outcome.said.rpartition("\n")[2]
        return outcome

    def cancel(self, assignment: str) -> bool:
        """Cancel the run of an assignment; return True if there was one.

        Grades so far are stored, and the next run continues.
        """
        run = self.runs.get(assignment)
        if run is not None:
            run.cancel()
        return run is not None

    def progress(
        self, assignment: str, coursedir: CourseDirectory, notebook: str | None = None
    ) -> dict[str, Any]:
        """Return the progress of a run, and the submissions that need attention.

        `running` is True if there is a run. `graded` and `submitted` are the numbers of submissions
        that it has graded so far, and of all. `attention` and `notes` have a list of sentences by
        student: all, or with `notebook` those on this notebook and on whole submissions.
        `anonymous` has those on this notebook that hold no word of the student's. `said` is the
        latest line of progress of this run, or else the last line of the last run.
        """
        autograded = student_folders(coursedir, coursedir.autograded_directory, assignment)
        run = self.runs.get(assignment)
        graded = 0
        attention: dict[str, list[str]] = {}
        anonymous: dict[str, list[str]] = {}
        notes: dict[str, list[str]] = {}
        for student, folder in autograded.items():
            record = read_record(folder)
            if record is None:
                continue
            reasons = record.reasons if notebook is None else record.reasons_for(notebook)
            if record.needs_attention and reasons:
                attention[student] = reasons
                anonymous[student] = [] if notebook is None else record.anonymous_reasons(notebook)
            lines = record.notes if notebook is None else record.notes_on(notebook)
            if lines:
                notes[student] = lines
            if run is not None:
                graded += (folder / RECORD).stat().st_mtime >= run.began
        return {
            "running": run is not None,
            "graded": graded,
            "submitted": len(find_submissions(coursedir, assignment)),
            "attention": attention,
            "anonymous": anonymous,
            "notes": notes,
            "said": self.ended.get(assignment, "") if run is None else latest_line(run.said),
        }

    async def _run(self, assignment: str, options: Sequence[str]) -> RunOutcome:
        run = self.runs[assignment] = Run(time.time())
        try:
            with tempfile.TemporaryDirectory(prefix="nbjudge-") as folder:
                report = Path(folder, "report.json")
                command = ["nbjudge", "grade", *options, f"--json={report}", "--", assignment]
                lent = await self.lend()
                if run.cancelled:
                    return CANCELLED
                run.process = await start_module(command, self.folder(), lent)
                # Cancelled while the process was being started, when there was none to signal.
                if run.cancelled:
                    run.cancel()
                code = await run.finish()
                if run.cancelled and code not in (ExitCode.OK, ExitCode.ATTENTION):
                    return CANCELLED
                records = json.loads(report.read_bytes()) if report.is_file() else {}
            return RunOutcome(code, run.said.strip(), records.get("submissions", {}))
        finally:
            del self.runs[assignment]


CANCELLED = RunOutcome(ExitCode.INTERRUPTED, "Cancelled. The grades so far are stored.")


async def run_module(command: Sequence[str], folder: str) -> tuple[int, str]:
    """Run `python -m COMMAND` in a folder, without blocking the server, until it ends.

    Return its exit code and its output.
    """
    process = await start_module(command, folder)
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode(errors="replace").strip()


async def start_module(
    command: Sequence[str], folder: str, lent: Lent | None = None
) -> asyncio.subprocess.Process:
    """Start `python -m COMMAND` in a folder, with a fork server if one is lent.

    The command inherits the descriptor of the fork server's socket; an environment variable gives
    its number and the modules that the process has imported.
    """
    with contextlib.ExitStack() as stack:
        environment = {"PYTHONUNBUFFERED": "1"}
        descriptors = []
        if lent is not None:
            from ..runner import LENT  # imported here because it needs Linux

            descriptors = [stack.enter_context(lent[0]).fileno()]
            environment[LENT] = json.dumps([*descriptors, lent[1]])
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", *command),
            cwd=folder,
            env=os.environ | environment,
            pass_fds=descriptors,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
