"""Runs of `nbjudge grade` for formgrader: one at a time, beside the Jupyter server's other work."""

import asyncio
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

from ..course.file_names import RECORD
from ..course.folders import find_submissions, student_folders
from ..course.record import read_record
from ..errors import ExitCode

Lent = tuple[socket.socket, Sequence[str]]


@dataclass(frozen=True)
class RunOutcome:
    """How a run ended.

    Attributes
    ----------
    code
        The exit code of `nbjudge grade`.
    said
        What it printed, errors included.
    submissions
        The record of each submission that it has graded or refused, by student.
    """

    code: int
    said: str
    submissions: dict[str, Any] = field(default_factory=dict)

    @property
    def done(self) -> bool:
        """Whether the run came to its end: what needs a person is named, and nothing is lost."""
        return self.code in (ExitCode.OK, ExitCode.ATTENTION)

    @property
    def cancelled(self) -> bool:
        """Whether somebody has ended the run before its end."""
        return self.code == ExitCode.INTERRUPTED

    def of(self, student: str) -> dict[str, Any]:
        """What formgrader is told of a student: `success`, `log` or `error`, `attention`."""
        if not self.done:
            return {"success": False, "error": self.said}
        reasons = self.submissions.get(student, {}).get("reasons", [])
        return {"success": True, "attention": reasons, "log": "\n".join(reasons)}


@dataclass
class _Run:
    began: float
    process: asyncio.subprocess.Process | None = None
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGINT)


@dataclass
class _Batch:
    students: set[str] = field(default_factory=set)
    outcome: RunOutcome | None = None


class Autograding:
    """What the Autograde buttons of a course start.

    Parameters
    ----------
    folder
        A function that returns the folder in which the command is typed: where nbgrader_config.py
        is.
    lend
        A function that returns a copy of the socket of a warm process, and the modules that it
        has imported; None if there is none to lend.
    """

    def __init__(self, folder: Callable[[], str], lend: Callable[[], Awaitable[Lent | None]]):
        self.folder, self.lend = folder, lend
        self.course = asyncio.Lock()  # the command itself lets one run at a time into a course
        self.waiting: dict[str, _Batch] = {}
        self.runs: dict[str, _Run] = {}

    async def student(self, assignment: str, student: str) -> dict[str, Any]:
        """Grade one submission, changed or not.

        Those who are asked for while another run is under way are graded together after it.
        """
        batch = self.waiting.setdefault(assignment, _Batch())
        batch.students.add(student)
        async with self.course:
            if batch.outcome is None:
                del self.waiting[assignment]
                students = [f"--student={name}" for name in sorted(batch.students)]
                batch.outcome = await self._run(assignment, ["--force", *students])
        return batch.outcome.of(student)

    async def everybody(self, assignment: str, force: bool) -> RunOutcome:
        """Grade the submissions that are new or changed; with `force`, all."""
        async with self.course:
            return await self._run(assignment, ["--force"] if force else [])

    def cancel(self, assignment: str) -> bool:
        """End the run of an assignment: what is graded is stored, and the next run goes on.

        Returns
        -------
        Whether there was one.
        """
        run = self.runs.get(assignment)
        if run is not None:
            run.cancel()
        return run is not None

    def progress(self, assignment: str, coursedir: CourseDirectory) -> dict[str, Any]:
        """How far the run is, and which submissions need a person.

        Returns
        -------
        `running`; `graded` so far of `submitted`; `attention`, a list of reasons by student.
        """
        autograded = student_folders(coursedir, coursedir.autograded_directory, assignment)
        run = self.runs.get(assignment)
        graded, attention = 0, {}
        for student, folder in autograded.items():
            record = read_record(folder)
            if record and record.needs_attention:
                attention[student] = record.reasons
            if record and run is not None:
                graded += (folder / RECORD).stat().st_mtime >= run.began
        return {
            "running": run is not None,
            "graded": graded,
            "submitted": len(find_submissions(coursedir, assignment)),
            "attention": attention,
        }

    async def _run(self, assignment: str, options: Sequence[str]) -> RunOutcome:
        run = self.runs[assignment] = _Run(time.time())
        try:
            with tempfile.TemporaryDirectory(prefix="nbjudge-") as folder:
                report = Path(folder, "report.json")
                command = ["nbjudge", "grade", *options, f"--json={report}", "--", assignment]
                lent = await self.lend()
                if run.cancelled:
                    return CANCELLED
                run.process = await start_module(command, self.folder(), lent)
                if run.cancelled:
                    run.cancel()
                code, said = await finished(run.process)
                if run.cancelled and code not in (ExitCode.OK, ExitCode.ATTENTION):
                    return CANCELLED
                records = json.loads(report.read_bytes()) if report.is_file() else {}
            return RunOutcome(code, said, records.get("submissions", {}))
        finally:
            del self.runs[assignment]


CANCELLED = RunOutcome(ExitCode.INTERRUPTED, "Cancelled. What was graded is stored.")


async def run_module(command: Sequence[str], folder: str) -> tuple[int, str]:
    """Run `python -m COMMAND` in a folder, and wait for it without stopping the server.

    Returns
    -------
    Its exit code, and what it has printed.
    """
    return await finished(await start_module(command, folder))


async def start_module(
    command: Sequence[str], folder: str, lent: Lent | None = None
) -> asyncio.subprocess.Process:
    """Start `python -m COMMAND` in a folder, with a warm process if one is lent."""
    with contextlib.ExitStack() as stack:
        environment, descriptors = {"PYTHONUNBUFFERED": "1"}, []
        if lent is not None:
            from ..processes.nursery import LENT  # which is for Linux alone

            descriptors = [stack.enter_context(lent[0]).fileno()]
            environment[LENT] = json.dumps([*descriptors, lent[1]])
        return await _start(command, folder, environment, descriptors)


async def _start(
    command: Sequence[str], folder: str, environment: dict[str, str], descriptors: list[int]
) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *command),
        cwd=folder,
        env=os.environ | environment,
        pass_fds=descriptors,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )


async def finished(process: asyncio.subprocess.Process) -> tuple[int, str]:
    """Wait for a process; return its exit code, and what it has printed."""
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode(errors="replace").strip()
