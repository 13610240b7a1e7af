"""Commands that are killed, then run again: the course is as if nothing had happened.

Entry points: `kill_often`, `Killed`, `SCENES`.
"""

import contextlib
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import psutil
from nbgrader.api import Gradebook

from nbjudge.files.file_names import PAGES
from nbjudge_testing import watched
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.grading_course import ANSWERS, PS, database, rows_of

HOOK = Path(__file__).parent / "kill_at"
STUDENTS = ("ann", "ben", "eve")
WRONG = ANSWERS | {"add": "def add(x, y):\n    return 42"}
# What differs from run to run: measurements and times, and which notebooks did not run again.
VOLATILE = {"day", "seconds", "peak_memory_mb", "time", "at", "began", "stored", "unchanged", "pid"}
TIMES = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?")


@dataclass
class Arena:
    """A folder with a course, its exchange and a temporary folder, which is put back for each run.

    It always has the same path, because pages and records may hold paths.
    """

    folder: Path
    exchange: watched.Exchange

    @property
    def course(self) -> Path:
        return self.exchange.course

    @property
    def kept(self) -> Path:
        return self.folder.with_name("kept")

    def keep(self) -> None:
        """Keep what there is, for `put_back`."""
        shutil.copytree(self.folder, self.kept, symlinks=True, ignore=self._ignore)

    def put_back(self) -> None:
        """Put the folder back as it was kept.

        What was submitted stays as it is, because commands read the time of its last change.
        """
        for path in (self.course, self.exchange.feedback, self.folder / "tmp"):
            shutil.rmtree(path)
        shutil.copytree(self.kept, self.folder, symlinks=True, dirs_exist_ok=True)

    def _ignore(self, folder: str, names: list[str]) -> list[str]:
        return names if folder == str(self.exchange.inbound) else []

    def is_graded(self) -> bool:
        """Return True if each submission has its pages, and its attempt is on record."""
        for path in self.exchange.inbound.iterdir():
            secret = (path / "submission_secret.txt").read_text()
            handed_in = watched.HandIn(self.exchange, path, secret)
            if not (handed_in.is_("graded") and len(handed_in.pages) == 2):
                return False
        return len(list(self.course.glob("attempts/*/*/*.json"))) == len(STUDENTS)

    def state(self) -> dict[str, Any]:
        """Return the gradebook and all files, without what differs from run to run."""
        found: dict[str, Any] = {
            f"gradebook: {table}": json.loads(
                TIMES.sub("TIME", json.dumps(rows, default=str, sort_keys=True))
            )
            for table, rows in rows_of(database(self.course)).items()
        }
        for path in sorted(self.folder.rglob("*")):
            if path.suffix == ".lock" or path.name.startswith("gradebook.db"):
                continue
            # Python's tempfile writes these four letters into a file to find a folder for its own.
            if path.parent.name == "tmp" and path.is_file() and path.read_bytes() == b"blat":
                continue
            found[str(path.relative_to(self.folder))] = _content(path)
        return found


def make_arena(folder: Path) -> Arena:
    """Make a course of three students who have submitted to the exchange."""
    exchange = watched.make_watched_course(folder / "arena")
    (folder / "arena" / "tmp").mkdir()
    for student in STUDENTS:
        watched.hand_in(exchange, student, WRONG if student == "eve" else ANSWERS)
    for path in (folder / "arena").glob("work-*"):
        shutil.rmtree(path)
    return Arena(folder / "arena", exchange)


def _content(path: Path) -> Any:
    if path.is_dir():
        return "folder"
    data = path.read_bytes()
    if path.suffix == ".jsonl":
        # The run after a kill may repeat a line of these logs, but none is ever missing.
        return sorted({json.dumps(_steady(json.loads(line))) for line in data.splitlines()})
    if path.name == PAGES:
        # The keys depend on the times of installed templates. The pages themselves are compared.
        return sorted(json.loads(data))
    if path.suffix == ".json":
        return _steady(json.loads(data))
    return TIMES.sub("TIME", data.decode(errors="replace"))


def _steady(value: Any) -> Any:
    """Return JSON without what differs from run to run."""
    if isinstance(value, dict):
        return {key: _steady(item) for key, item in value.items() if key not in VOLATILE}
    if isinstance(value, list):
        return [_steady(item) for item in value]
    return TIMES.sub("TIME", value) if isinstance(value, str) else value


# ---- scenes: the state before the command, and the command -------------------------------------


def _collected(arena: Arena) -> None:
    run_nbgrader(arena.course, "collect", PS)


def _graded(arena: Arena) -> None:
    """Everything is graded and has its pages, and a person has read two write-ups."""
    _collected(arena)
    assert run_nbjudge(arena.course, "grade", PS, "--feedback").returncode == 0
    with Gradebook(database(arena.course), "small") as gradebook:
        for student in STUDENTS[1:]:
            score = gradebook.find_grade("add-why", "adding", PS, student)
            score.manual_score, score.needs_manual_grade = 1.5, False
        gradebook.db.commit()


def _submitted_again(arena: Arena) -> None:
    """Two students have submitted something else since."""
    _graded(arena)
    for student, answers in (("ann", WRONG), ("eve", ANSWERS)):
        watched.hand_in(arena.exchange, student, answers)
    for path in arena.folder.glob("work-*"):
        shutil.rmtree(path)


def _collected_again(arena: Arena) -> None:
    _submitted_again(arena)
    run_nbgrader(arena.course, "collect", PS, "--update")


@dataclass(frozen=True)
class Scene:
    """A command, and what there is before it."""

    before: Callable[[Arena], object]
    command: tuple[str, ...]
    code: int = 0

    @property
    def endless(self) -> bool:
        return self.command[1] == "watch"


SCENES = {
    "grade": Scene(_collected, ("nbjudge", "grade", PS, "--feedback")),
    "grade again": Scene(_collected_again, ("nbjudge", "grade", PS, "--feedback")),
    "feedback": Scene(_graded, ("nbjudge", "feedback", PS)),
    "collect": Scene(lambda arena: None, ("nbgrader", "collect", PS)),
    "collect again": Scene(_submitted_again, ("nbgrader", "collect", PS, "--update")),
    "watch": Scene(lambda arena: None, ("nbjudge", "watch", PS), 130),
}


class Killed:
    """A scene, of `SCENES`, whose command is killed again and again in a new folder."""

    def __init__(self, folder: Path, scene: str) -> None:
        self.scene = SCENES[scene]
        self.arena = make_arena(folder)
        self.scene.before(self.arena)
        self.arena.keep()
        self.noted = folder / "operations"
        self.said = folder / "said"
        began = time.monotonic()
        code = self._run()
        assert code == self.scene.code, self.said.read_text()
        self.seconds = time.monotonic() - began
        self.undisturbed = self.arena.state()
        self.operations = self.noted.read_text().splitlines()
        assert self.operations, "the hook notes nothing"

    def kill(self, chance: Random) -> list[str]:
        """Kill the command at a random instant or file operation, run it again, and compare.

        Return a line for each difference.
        """
        self.arena.put_back()
        if chance.random() < 0.5:
            at = chance.randint(1, len(self.operations))
            how = f"before operation {at} of {len(self.operations)}"
            code = self._run(at=at)
        else:
            seconds, whole = chance.uniform(0, self.seconds), chance.random() < 0.5
            how = f"after {seconds:.2f} s{', with its group' * whole}"
            code = self._run(seconds=seconds, whole=whole)
        last = self.noted.read_text().splitlines()[-1:] if self.noted.exists() else []
        how += f" ({code}, {last})"
        again = self._run()
        if again != self.scene.code:
            return [f"{how}: then it ended with {again}: {self.said.read_text()}"]
        return [f"{how}: {line}" for line in _differences(self.undisturbed, self.arena.state())]

    def _has_begun(self) -> bool:
        """Return True once the watch handles signals."""
        return b"Watching" in self.said.read_bytes()

    def _run(self, at: int = 0, seconds: float = 1e9, *, whole: bool = True) -> int:
        """Run the command, and kill it at an operation or after some seconds; return its code."""
        self.noted.unlink(missing_ok=True)
        hook = [str(self.arena.folder), str(self.noted), at]
        environment = os.environ | {
            "PYTHONPATH": str(HOOK),
            "FUZZ_KILL": json.dumps(hook),
            "TMPDIR": str(self.arena.folder / "tmp"),
        }
        family = set[psutil.Process]()
        with open(self.said, "wb") as said:
            run = subprocess.Popen(
                [sys.executable, "-m", *self.scene.command],
                cwd=self.arena.course,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        deadline = time.monotonic() + seconds
        while run.poll() is None:
            with contextlib.suppress(psutil.NoSuchProcess):
                family.update(psutil.Process(run.pid).children(recursive=True))
            if time.monotonic() > deadline:
                (os.killpg if whole else os.kill)(run.pid, signal.SIGKILL)
                run.wait()
            elif (
                self.scene.endless
                and b"Watching" in self.said.read_bytes()
                and self.arena.is_graded()
            ):
                run.terminate()
                run.wait()
            else:
                time.sleep(0.02)
        _, alive = psutil.wait_procs(family, timeout=120)
        assert not alive, f"{alive} are left"
        return run.returncode


def _differences(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return a line for each part of a state that differs."""
    return [
        f"{name}: {str(before.get(name))[:300]} was expected, not {str(after.get(name))[:300]}"
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
    ]


def kill_often(folder: Path, kills: int, seed: int) -> list[str]:
    """Kill the commands of all scenes in turn; return a line for each difference."""
    chance, failed = Random(seed), list[str]()
    killed = {name: Killed(folder / str(n), name) for n, name in enumerate(list(SCENES)[:kills])}
    for number, name in zip(range(kills), itertools.cycle(killed)):
        lines = [f"{name} killed {line}" for line in killed[name].kill(chance)]
        print("\n".join([f"{number + 1} of {kills} kills ({name})", *lines]), flush=True)
        failed += lines
    return failed
