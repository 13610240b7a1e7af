"""A small course with a running `nbjudge watch`: students submit, and read their status.

Entry points: `make_watched_course`, `copy_watched_course`, `hand_in`, `status`, `pages`, `graded`;
`Watching`, a watch in a process of its own; `Steps`, one that takes steps in this process;
`write_status`, without one.
"""

import datetime
import itertools
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

from nbisolate_testing.users import wait_for
from nbjudge.commands.course import load_course
from nbjudge.exchange.status_files import (
    AttemptStatus,
    Heartbeat,
    read_heartbeat,
    read_status,
    status_path,
)
from nbjudge.runner import new_forkserver
from nbjudge.watch.loop import Watch
from nbjudge.watch.pending import PendingAttempts
from nbjudge.watch.released_pages import page_file
from nbjudge_testing import grading_course
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.grading_course import ANSWERS, NOTEBOOKS, PS, audit_of
from nbjudge_testing.paths import ROOT

CONFIG = """
c.Exchange.root = {root!r}
c.ExchangeCollect.check_owner = {check_owner}
c.ExchangeFactory.release_feedback = "nbjudge.JudgeExchangeReleaseFeedback"
c.CourseDirectory.ignore = [".ipynb_checkpoints", "*.pyc", "__pycache__", "nbjudge.json"]
c.GenerateFeedback.preprocessors = [
    "nbjudge.JudgeGetGrades",
    "nbjudge.HideHiddenTests",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]
from nbjudge.course.permissions import restrict_permissions
restrict_permissions(c)
"""
_numbers = itertools.count()


@dataclass(frozen=True)
class Exchange:
    """A course, and its folder in an exchange."""

    course: Path
    folder: Path

    @property
    def inbound(self) -> Path:
        return self.folder / "inbound"

    @property
    def feedback(self) -> Path:
        return self.folder / "feedback"


@dataclass(frozen=True)
class HandIn:
    """A folder in the exchange, and the secret in it."""

    exchange: Exchange
    path: Path
    secret: str

    @property
    def status(self) -> AttemptStatus | None:
        return read_status(status_path(self.exchange.feedback, self.secret))

    @property
    def pages(self) -> dict[str, str]:
        """Return the feedback pages that the student finds, by notebook."""
        files = {name: page_file(self.exchange.feedback, self.secret, name) for name in NOTEBOOKS}
        return {name: path.read_text() for name, path in files.items() if path.is_file()}

    def is_(self, *states: str) -> bool:
        return self.status is not None and self.status.state in states


def mode_of_the_exchange() -> int:
    """Return the mode with which the pages have the exchange made."""
    pages = ("jupyterhub.md", "administer-a-course.md")
    texts = [(ROOT / "docs" / name).read_text() for name in pages]
    (mode,) = {re.search(r"chmod (\d+) /srv/nbgrader/exchange$", text, re.M)[1] for text in texts}
    return int(mode, 8)


def make_watched_course(folder: Path, config: str = "", *, check_owner: bool = False) -> Exchange:
    """Make the course of `grading_course` in the new `folder`, with an exchange next to it."""
    root = folder / "exchange"
    root.mkdir(parents=True)
    root.chmod(mode_of_the_exchange())
    own = CONFIG.format(root=str(root), check_owner=check_owner)
    course = grading_course.make_course(folder / "course", own + config)
    run_nbgrader(course, "release_assignment", PS)
    return Exchange(course, root / "small")


def copy_watched_course(exchange: Exchange, folder: Path) -> Exchange:
    """Copy a course and its exchange into the new `folder`."""
    old = exchange.course.parent
    shutil.copytree(old, folder)
    config = folder / "course" / "nbgrader_config.py"
    config.write_text(config.read_text().replace(str(old), str(folder)))
    return Exchange(folder / "course", folder / "exchange" / "small")


def hand_in(exchange: Exchange, student: str, answers=ANSWERS, *, complete=True, **more) -> HandIn:
    """Submit like `nbgrader submit`. `more` are arguments of `grading_course.hand_in`."""
    scratch = exchange.course.parent / f"work-{next(_numbers)}"
    (scratch / "release").parent.mkdir()
    (scratch / "release").symlink_to(exchange.course / "release")
    made = grading_course.hand_in(scratch, student, answers, **more)
    secret = secrets.token_hex(64)
    now = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M:%S.%f} UTC"
    path = exchange.inbound / f"{student}+{PS}+{now}+{secrets.token_urlsafe(9)}"
    path.mkdir()
    for file in made.iterdir():
        (path / file.name).write_bytes(file.read_bytes())
    (path / "timestamp.txt").write_text(now)
    (path / "submission_secret.txt").write_text(secret)
    if complete:
        path.chmod(0o777)
    return HandIn(exchange, path, secret)


def write_status(path: Path, status: AttemptStatus | Heartbeat) -> None:
    """Write a file as a watch does that runs as another user."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps(asdict(status)))
    new.chmod(0o644)
    new.replace(path)


@dataclass
class Watching:
    """A running `nbjudge watch ps`, as a context manager."""

    exchange: Exchange
    arguments: tuple[str, ...] = ()
    assignments: tuple[str, ...] = (PS,)
    log: Path = field(init=False)
    process: subprocess.Popen | None = None

    def __post_init__(self) -> None:
        self.log = self.exchange.course.parent / "watch.log"

    def __enter__(self) -> "Watching":
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        code = self.stop()
        if exception[0] is None:
            assert code == 130, self.said
            assert "Traceback" not in self.said, self.said

    def start(self) -> None:
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "nbjudge", "watch", *self.arguments, *self.assignments],
                cwd=self.exchange.course,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def kill(self) -> None:
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    @property
    def said(self) -> str:
        return self.log.read_text()

    @property
    def heartbeat(self) -> Heartbeat | None:
        return read_heartbeat(self.exchange.feedback)

    def wait(
        self, *handed_in: HandIn, states: tuple[str, ...] = ("graded",), seconds: float = 300
    ) -> None:
        """Wait at most `seconds` until all attempts are in one of the states."""

        def so() -> bool:
            assert self.process is not None
            assert self.process.poll() is None, self.said
            return all(one.is_(*states) for one in handed_in)

        wait_for(so, seconds)


class Steps:
    """A watch in this process, which grades in it too, and goes on when it is told to."""

    def __init__(self, exchange, *traits: str, assignments=(PS,)) -> None:
        os.chdir(exchange.course)  # as who types the command; the fixture goes back
        _, config = load_course("", list(traits))
        pending = PendingAttempts(config, assignments)
        pending.due.read()
        self.watch = Watch(config, pending, 0, None, new_forkserver())

    def step(self) -> None:
        self.watch.next_look = self.watch.shown_at = -1e9
        self.watch.step()

    def go_on(self) -> None:
        """Until nothing is under way, and nothing waits that may be graded."""
        self.step()
        wait_for(
            lambda: self.step() or not (self.watch.pending.under_way or self.watch.pending.ready())
        )


def graded(exchange) -> list[str]:
    """Whose attempts were graded, in this order."""
    lines = audit_of(exchange.course)
    return [line["student"] for line in lines if line["event"] == "graded"]
