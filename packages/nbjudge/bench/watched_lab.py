"""A course of the lab with a running `nbjudge watch`, for `watch.py` and `deadline.py`.

Entry points: `make_course`, `watching`.
"""

import contextlib
import json
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from measure import Meter
from run import ASSIGNMENT, COURSE, HONEST

sys.path[:0] = [str(COURSE / "packages/nbjudge/tests"), str(COURSE / "tools/grading")]
from sample_class import hand_in  # noqa: E402

from nbjudge.course.status_files import AttemptStatus, read_heartbeat, read_status, status_path  # noqa: E402

CONFIG = """
c.Exchange.root = {root!r}
c.ExchangeCollect.check_owner = False
c.WatchLimits.per_day = 0
"""
PATIENCE = 3600  # seconds


@dataclass
class Course:
    """A course, its folder in the exchange, and answers that are ready to be handed in."""

    folder: Path
    exchange: Path
    answers: dict[int, Path] = field(default_factory=dict)
    number: int = 0

    def make_ready(self, student: str, *, changed: bool = False) -> tuple[Path, str]:
        """Prepare a submission; return its folder and the secret in it.

        With `changed`, it equals the first submission except for one cell of one notebook.
        """
        self.number += 1
        secret = secrets.token_hex(64)
        name = f"{student}+{ASSIGNMENT}+{self.number}+{secret[:12]}"
        folder = self.folder.parent / "ready" / name
        shutil.copytree(self._answered(0 if changed else self.number % len(HONEST)), folder)
        (folder / "submission_secret.txt").write_text(secret)
        if changed:
            path = sorted(folder.glob("*.ipynb"))[0]
            notebook = json.loads(path.read_text())
            notebook["cells"][-1]["source"] += f"\n# {self.number}"
            path.write_text(json.dumps(notebook))
        return folder, secret

    def _answered(self, which: int) -> Path:
        if which not in self.answers:
            work = self.folder.parent / f"work-{which}"
            work.mkdir()
            (work / "release").symlink_to(self.folder / "release")
            hand_in(work, "one", ASSIGNMENT, HONEST[which])
            self.answers[which] = work / "submitted" / "one" / ASSIGNMENT
        return self.answers[which]

    def put(self, folder: Path) -> float:
        """Hand in a prepared folder, as `nbgrader submit` does in the end; return the time."""
        target = self.exchange / "inbound" / folder.name
        folder.rename(target)
        target.chmod(0o777)
        return time.monotonic()

    def put_all(self, ready: Sequence[tuple[float, tuple[Path, str]]]) -> list[tuple[float, str]]:
        """Hand in each folder after its delay in seconds; return its wait and its final state."""
        handed_in: dict[str, float] = {}
        started = time.monotonic()

        def hand_in_all() -> None:
            for when, (folder, secret) in ready:
                time.sleep(max(0.0, started + when - time.monotonic()))
                handed_in[secret] = self.put(folder)

        # Hand in from a thread, because the end of an attempt's wait must be noticed while others
        # are still being handed in.
        students = threading.Thread(target=hand_in_all)
        students.start()
        done = self.wait(*(secret for _, (_, secret) in ready))
        students.join()
        return [(done[secret][0] - handed_in[secret], done[secret][1]) for secret in handed_in]

    def told(self, secret: str) -> AttemptStatus | None:
        return read_status(status_path(self.exchange / "feedback", secret))

    def wait(self, *waiting: str) -> dict[str, tuple[float, str]]:
        """Wait until these attempts are done; return the `time.monotonic` and the state of each."""
        done: dict[str, tuple[float, str]] = {}
        deadline = time.monotonic() + PATIENCE
        while len(done) < len(waiting):
            for one in set(waiting) - done.keys():
                told = self.told(one)
                if told is not None and told.state in ("graded", "replaced"):
                    done[one] = time.monotonic(), told.state
            if time.monotonic() > deadline:
                raise RuntimeError(f"{len(waiting) - len(done)} were not graded")
            time.sleep(0.05)
        return done


def make_course(folder: Path) -> Course:
    """Make a copy of the lab's course and an exchange next to it, and release the assignment."""
    course, root = folder / "course", folder / "exchange"
    for path in (course, root, folder / "ready"):
        path.mkdir()
    root.chmod(0o1777)
    shutil.copytree(COURSE / "source" / ASSIGNMENT, course / "source" / ASSIGNMENT)
    shutil.copytree(COURSE / "tools", course / "tools")
    config = (COURSE / "nbgrader_config.py").read_text() + CONFIG.format(root=str(root))
    (course / "nbgrader_config.py").write_text(config)
    for step in ("generate_assignment", "release_assignment"):
        run_command(course, ["nbgrader", step, ASSIGNMENT])
    return Course(course, root / "autograd-lab")


def run_command(course: Path, command: list[str], before: list[str] | None = None) -> None:
    """Run a module in the course folder. It must exit with 0 or 3."""
    finished = subprocess.run(
        [*(before or []), sys.executable, "-m", *command],
        cwd=course,
        capture_output=True,
        text=True,
    )
    if finished.returncode not in (0, 3):
        raise RuntimeError(f"{command}:\n{finished.stdout}{finished.stderr}")


@contextlib.contextmanager
def watching(course: Course, *arguments: str) -> Iterator[Meter]:
    """Run `nbjudge watch` for a `with` block, with one attempt graded already; yield its meter."""
    log = course.folder.with_name("watch.log")
    with log.open("w") as output, contextlib.closing(Meter()) as meter:
        command = [sys.executable, "-m", "nbjudge", "watch", *arguments, ASSIGNMENT]
        process = subprocess.Popen(
            [*meter.before, *command], cwd=course.folder, stdout=output, stderr=output
        )
        try:
            sign = course.exchange / "feedback"
            while not (read_heartbeat(sign) and "Watching" in log.read_text()):
                if process.poll() is not None:
                    raise RuntimeError(log.read_text())
                time.sleep(0.1)
            folder, secret = course.make_ready("warm")
            course.put(folder)
            course.wait(secret)
            yield meter
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()
