"""The pages of graded attempts, made in processes that stay warm beside the grading.

Each is a fork of the watch that has nbgrader's converter and its exporter ready. What students
wrote is read in children of it with bounds, as the exporter does (`nbjudge.plugins.feedback`).

Entry point: `PageMakers`.
"""

import contextlib
import ctypes
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import traceback
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import nbformat
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeError, ExchangeFactory
from sqlalchemy.exc import SQLAlchemyError
from traitlets.config import Config

from ..course.grades import NotebookGrades, read_grades
from ..course.record import one_line, read_record
from ..errors import Stopped
from ..plugins.feedback import HideHiddenTests
from ..plugins.pages import PageMaker
from ..plugins.summary import PageSummary, summarize
from ..sandbox.child import PR_SET_PDEATHSIG, Bounds, Lost, in_child

SUM_BOUNDS = Bounds(cpu_seconds=10, wall_seconds=60, memory_mb=500)


class PageRequest(NamedTuple):
    """Whose pages to make; `release` is whether the student may have them."""

    assignment: str
    student: str
    release: bool


class AttemptPages(NamedTuple):
    """What came of it: an entry of `Told.notebooks` for each notebook, or why there is none.

    `lost` says of notebooks why their page could not be made.
    """

    notebooks: list[dict[str, Any]]
    error: str | None = None
    lost: Mapping[str, str] = {}


@dataclass
class PageMakers:
    """Some processes that make pages.

    Parameters
    ----------
    config
        The course's traitlets configuration.
    number
        How many processes.
    """

    config: Config
    number: int
    waiting: deque[PageRequest] = field(default_factory=deque)
    idle: list["_Maker"] = field(default_factory=list)
    busy: list["_Maker"] = field(default_factory=list)

    def ask(self, request: PageRequest) -> None:
        """Have the pages of an attempt made."""
        self.waiting.append(request)
        self._begin()

    def ready(self) -> Iterator[tuple[PageRequest, AttemptPages]]:
        """Yield what was made since."""
        links = {maker.link: maker for maker in self.busy}
        for link in multiprocessing.connection.wait(list(links), 0):
            maker = links[link]  # type: ignore[index]
            self.busy.remove(maker)
            request = maker.request
            assert request is not None
            try:
                made = maker.link.recv()
                self.idle.append(maker)
            except (EOFError, OSError):
                maker.close()
                made = AttemptPages([], "the process that made the pages was killed")
            yield request, made
        self._begin()

    @property
    def links(self) -> list[Connection]:
        """What becomes readable when something was made."""
        return [maker.link for maker in self.busy]

    def _begin(self) -> None:
        while self.waiting and len(self.busy) < self.number:
            maker = self.idle.pop() if self.idle else _Maker(self.config)
            maker.request = self.waiting.popleft()
            try:
                maker.link.send(maker.request)
            except OSError:  # it was killed meanwhile
                self.waiting.appendleft(maker.request)
                maker.close()
            else:
                self.busy.append(maker)

    def warm_up(self) -> None:
        """Start the processes before there is something to do."""
        while len(self.idle) + len(self.busy) < self.number:
            self.idle.append(_Maker(self.config))

    def close(self) -> None:
        """End the processes, also those that are at work."""
        for maker in (*self.idle, *self.busy):
            maker.close()
        self.idle, self.busy = [], []


class _Maker:
    """One process, and the end of the pipe to it."""

    def __init__(self, config: Config) -> None:
        self.link, theirs = multiprocessing.Pipe()
        self.request: PageRequest | None = None
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        parent = os.getpid()
        # No child of multiprocessing's: a pool of workers ends all of these with its own.
        self.pid = os.fork()
        if self.pid == 0:
            _serve(config, theirs, parent)
        theirs.close()

    def close(self) -> None:
        self.link.close()
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def _serve(config: Config, link: Connection, parent: int) -> NoReturn:
    """Make pages until the watch is gone."""
    try:
        _serve_pages(config, link, parent)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def _serve_pages(config: Config, link: Connection, parent: int) -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # What else is open is the watch's: with a copy of its file, this process would hold the course.
    for descriptor in map(int, os.listdir("/proc/self/fd")):
        if descriptor > 2 and descriptor != link.fileno():
            with contextlib.suppress(OSError):
                os.close(descriptor)
    maker = _Pages(config)
    while True:
        try:
            request = link.recv()
        except EOFError:
            return
        link.send(maker.make(request))


class _Pages:
    """Makes pages, releases them, and sums them up."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.coursedir = CourseDirectory(config=config)
        self.makers: dict[str, PageMaker] = {}  # by assignment
        self.hide = HideHiddenTests(config=config)

    def make(self, request: PageRequest) -> AttemptPages:
        assignment, student, _ = request
        self.coursedir.assignment_id, self.coursedir.student_id = assignment, student
        self.coursedir.student_id_exclude = ""
        try:
            if assignment not in self.makers:
                self.makers[assignment] = PageMaker(self.coursedir, self.config)
            pages = self.makers[assignment].make(student)
            if request.release:
                self._release()
            return AttemptPages(self._sum_up(request), lost=pages.lost)
        except (Stopped, ExchangeError, SQLAlchemyError, OSError) as error:
            return AttemptPages([], one_line(str(error)))

    def _release(self) -> None:
        kind = ExchangeFactory(config=self.config).release_feedback
        kind(coursedir=self.coursedir, config=self.config).start()

    def _sum_up(self, request: PageRequest) -> list[dict[str, Any]]:
        """The entries for a student, in the order of the notebooks' names."""
        place = (request.student, request.assignment)
        folder = Path(self.coursedir.format_path(self.coursedir.autograded_directory, *place))
        grades = read_grades(self.coursedir.db_url, request.assignment, request.student)
        record = read_record(folder)

        def summary(name: str) -> PageSummary | Lost:
            try:
                notebook = nbformat.read(folder / f"{name}.ipynb", as_version=4)
                notebook, _ = self.hide(notebook, {})
                return summarize(notebook, name, grades[name], record)
            except Exception as error:  # of a notebook as no student has it
                return Lost(type(error).__name__)

        names = sorted(grades)
        there = [name for name in names if (folder / f"{name}.ipynb").is_file()]
        found = dict(zip(there, in_child(summary, there, SUM_BOUNDS), strict=True))
        return [_entry(name, grades[name], found.get(name)) for name in names]


def _entry(name: str, grades: NotebookGrades, summary: PageSummary | Lost | None) -> dict[str, Any]:
    """What a student is told of a notebook (docs/watch.md)."""
    parts = summary.parts if isinstance(summary, PageSummary) else []
    waiting = [g.max_score for g in grades.grades.values() if g.needs_manual_grade]
    return {
        "name": name,
        "points": max(0.0, grades.score - grades.late_penalty),
        "possible": grades.max_score,
        "waiting_points": sum(waiting),
        "page": None,
        "parts": [
            {
                "name": part.name,
                "aspect": part.aspect,
                "outcome": part.outcome,
                "points": part.points,
                "possible": part.possible,
                "why": part.why,
            }
            for part in parts
        ],
    }
