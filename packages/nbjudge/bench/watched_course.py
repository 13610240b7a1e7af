"""A course with a running `nbjudge watch`, for `watch.py` and `deadline.py`.

Entry points: `make_course`, `watching`.
"""

import contextlib
import secrets
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import nbformat
from bench_course import BenchCourse
from measure import Meter

from nbjudge import AttemptStatus, read_heartbeat, read_status, status_path

ID = "bench"
CONFIG = """
c.CourseDirectory.course_id = {id!r}
c.Exchange.root = {root!r}
c.ExchangeCollect.check_owner = False
c.WatchLimits.per_day = 0
"""
PATIENCE = 3600  # seconds


@dataclass
class Course:
    """A copy of a course, its folder in the exchange, and the number of submissions made ready."""

    original: BenchCourse
    folder: Path
    exchange: Path
    number: int = 0

    def make_ready(self, student: str, *, changed: bool = False) -> tuple[Path, str]:
        """Prepare a submission; return its folder and the secret in it.

        With `changed`, it equals the first submission except for one answer in one notebook.
        """
        self.number += 1
        secret = secrets.token_hex(64)
        name = f"{student}+{self.original.assignment}+{self.number}+{secret[:12]}"
        folder = self.folder.parent / "ready" / name
        submissions = self.original.submissions
        shutil.copytree(submissions[0 if changed else self.number % len(submissions)], folder)
        (folder / "submission_secret.txt").write_text(secret)
        if changed:
            path = sorted(folder.glob("*.ipynb"))[0]
            notebook = nbformat.read(path, as_version=4)
            answer = next(cell for cell in notebook.cells if _is_answer(cell))
            answer.source += f"\n# {self.number}"
            nbformat.write(notebook, path)
        return folder, secret

    def put(self, folder: Path) -> float:
        """Submit a prepared folder, as `nbgrader submit` does in the end; return the time."""
        target = self.exchange / "inbound" / folder.name
        folder.rename(target)
        target.chmod(0o777)
        return time.monotonic()

    def put_all(self, ready: Sequence[tuple[float, tuple[Path, str]]]) -> list[tuple[float, str]]:
        """Submit each folder after its delay in seconds; return its wait and its final state."""
        submitted_at: dict[str, float] = {}
        started = time.monotonic()

        def submit_all() -> None:
            for when, (folder, secret) in ready:
                time.sleep(max(0.0, started + when - time.monotonic()))
                submitted_at[secret] = self.put(folder)

        # Submit from a thread, because the end of an attempt's wait must be noticed while others
        # are still being submitted.
        students = threading.Thread(target=submit_all)
        students.start()
        done = self.wait(*(secret for _, (_, secret) in ready))
        students.join()
        return [
            (done[secret][0] - submitted_at[secret], done[secret][1]) for secret in submitted_at
        ]

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


def _is_answer(cell: nbformat.NotebookNode) -> bool:
    return cell.cell_type == "code" and bool(cell.metadata.get("nbgrader", {}).get("solution"))


def make_course(original: BenchCourse, folder: Path) -> Course:
    """Make a copy of a course and an exchange next to it, and release the assignment."""
    course, root = folder / "course", folder / "exchange"
    for path in (root, folder / "ready"):
        path.mkdir()
    root.chmod(0o1777)
    original.copy(course)
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(CONFIG.format(id=ID, root=str(root)))
    run_command(course, ["nbgrader", "release_assignment", original.assignment])
    # The watch refuses a folder from which students could remove each other's submissions.
    inbound = root / ID / "inbound"
    inbound.chmod(inbound.stat().st_mode | stat.S_ISVTX)
    return Course(original, course, root / ID)


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
        command = [sys.executable, "-m", "nbjudge", "watch", *arguments]
        command.append(course.original.assignment)
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
