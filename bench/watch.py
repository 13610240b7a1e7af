"""How soon a student reads what is missing: `nbjudge watch` beside the commands it replaces.

    python bench/watch.py [--repeat 5] [--flood 60] [--students 10000] [--cores 8 16 32]

A course of the lab, an exchange, and students who hand in what the sample class holds. It measures

- one student, from the hand-in to the page: with a watch that is warm, and with the commands typed
  one after the other (collect, grade, generate_feedback, release_feedback);
- many who hand in within ten seconds: when the last and the median can read theirs;
- processor time of an attempt, grading and pages together;
- the last hour before a deadline, worked out from these rates for a class of any size.
"""

import argparse
import contextlib
import json
import os
import random
import secrets
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heapreplace
from pathlib import Path

from measure import _busy, idle_load
from run import ASSIGNMENT, HONEST, ROOT, positive, print_lines

sys.path.insert(0, str(ROOT / "tests"))
from sample_class import hand_in

from nbjudge.course.told import Told, read_sign, read_told, told_file

CONFIG = """
c.Exchange.root = {root!r}
c.ExchangeCollect.check_owner = False
c.Submissions.trust_timestamps = True
c.Attempts.per_hour = 0
c.Attempts.per_day = 0
"""
COMMANDS = (
    ["nbgrader", "collect", "--update"],
    ["nbjudge", "grade"],
    ["nbgrader", "generate_feedback", "--force"],
    ["nbgrader", "release_feedback"],
)
WITHIN = 10  # seconds in which a flood comes in
PATIENCE = 1200  # seconds


@dataclass
class Course:
    """A course, its folder in the exchange, and how many attempts were handed in."""

    folder: Path
    exchange: Path
    number: int = 0

    def hand_in(self, student: str, *, changed: bool = False) -> str:
        """Hand in as `nbgrader submit` does; return the secret."""
        self.number += 1
        work = self.folder.with_name(f"work-{self.number}")
        work.mkdir()
        (work / "release").symlink_to(self.folder / "release")
        answers = HONEST[(0 if changed else self.number) % len(HONEST)]
        hand_in(work, student, ASSIGNMENT, answers)
        secret = secrets.token_hex(64)
        target = self.exchange / "inbound" / f"{student}+{ASSIGNMENT}+{self.number}+{secret[:12]}"
        shutil.copytree(work / "submitted" / student / ASSIGNMENT, target)
        (target / "submission_secret.txt").write_text(secret)
        if changed:  # one cell of one notebook
            path = sorted(target.glob("*.ipynb"))[0]
            notebook = json.loads(path.read_text())
            notebook["cells"][-1]["source"] += f"\n# {self.number}"
            path.write_text(json.dumps(notebook))
        target.chmod(0o777)
        shutil.rmtree(work)
        return secret

    def told(self, secret: str) -> Told | None:
        return read_told(told_file(self.exchange / "feedback", secret))

    def wait(self, *waiting: str) -> dict[str, float]:
        """Wait until all these can be read; return when each could, by `time.monotonic`."""
        done: dict[str, float] = {}
        deadline = time.monotonic() + PATIENCE
        while len(done) < len(waiting):
            for one in set(waiting) - done.keys():
                told = self.told(one)
                if told is not None and told.state in ("graded", "replaced"):
                    done[one] = time.monotonic()
            if time.monotonic() > deadline:
                raise RuntimeError(f"{len(waiting) - len(done)} were not graded")
            time.sleep(0.02)
        return done


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how soon a student has the feedback.")
    parser.add_argument("--repeat", type=positive, default=5, help="attempts of one student")
    parser.add_argument("--flood", type=positive, default=60, help="attempts within 10 s")
    parser.add_argument("--students", type=positive, default=10_000, help="before a deadline")
    parser.add_argument("--attempts", type=positive, default=3, help="of each of these")
    parser.add_argument("--cores", type=positive, nargs="*", default=[2, 4, 8, 12, 16, 32])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nbjudge-bench-") as folder:
        course = make_course(Path(folder))
        if idle_load() > 0.2:
            print("The machine is busy with other things: do not trust these figures.\n")
        typed = [by_commands(course) for _ in range(max(1, given.repeat // 2))]
        with watching(course):
            course.wait(course.hand_in("warm"))
            first = [one_student(course) for _ in range(given.repeat)]
            again = [one_student(course, changed=True) for _ in range(given.repeat)]
            waits, cpu, wall = flood(course, given.flood)
    print_lines(table(typed, first, again, waits, cpu / given.flood))
    print_lines(deadline(given.students, given.attempts, cpu / given.flood, given.cores))
    rate = given.flood / (max(waits) if waits else wall)
    print(f"The flood went by at {60 * rate:.0f} attempts a minute.")


def make_course(folder: Path) -> Course:
    """The lab's course and an exchange beside it, the assignment released."""
    course, root = folder / "course", folder / "exchange"
    course.mkdir()
    root.mkdir()
    root.chmod(0o777)
    shutil.copytree(ROOT / "source" / ASSIGNMENT, course / "source" / ASSIGNMENT)
    config = (ROOT / "nbgrader_config.py").read_text() + CONFIG.format(root=str(root))
    (course / "nbgrader_config.py").write_text(config)
    for step in ("generate_assignment", "release_assignment"):
        run_command(course, ["nbgrader", step])
    return Course(course, root / "autograd-lab")


def run_command(course: Path, command: list[str]) -> None:
    command = [sys.executable, "-m", *command, ASSIGNMENT]
    finished = subprocess.run(command, cwd=course, capture_output=True, text=True)
    if finished.returncode not in (0, 3):
        raise RuntimeError(f"{command}:\n{finished.stdout}{finished.stderr}")


def by_commands(course: Course) -> float:
    """Seconds from the hand-in to the page with the commands, typed without a pause."""
    course.hand_in("typed")
    started = time.monotonic()
    for command in COMMANDS:
        run_command(course.folder, command)
    return time.monotonic() - started


@contextlib.contextmanager
def watching(course: Course) -> Iterator[None]:
    """An `nbjudge watch` of the course."""
    log = course.folder.with_name("watch.log")
    with log.open("w") as output:
        command = [sys.executable, "-m", "nbjudge", "watch", ASSIGNMENT]
        process = subprocess.Popen(command, cwd=course.folder, stdout=output, stderr=output)
        try:
            while not read_sign(course.exchange / "feedback"):
                if process.poll() is not None:
                    raise RuntimeError(log.read_text())
                time.sleep(0.1)
            yield
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()


def one_student(course: Course, *, changed: bool = False) -> float:
    """Seconds from the hand-in to the page of one student who is alone."""
    secret = course.hand_in("alone", changed=changed)
    started = time.monotonic()
    return course.wait(secret)[secret] - started


def flood(course: Course, attempts: int) -> tuple[list[float], float, float]:
    """Hand in many within ten seconds; return each wait, and processor and wall seconds of all."""
    idle, busy, started = idle_load(), _busy(), time.monotonic()
    handed_in = {}
    for number in range(attempts):
        time.sleep(max(0.0, started + number * WITHIN / attempts - time.monotonic()))
        handed_in[course.hand_in(f"s{number:04}")] = time.monotonic()
    done = course.wait(*handed_in)
    wall = time.monotonic() - started
    waits = [done[secret] - began for secret, began in handed_in.items()]
    return waits, _busy() - busy - idle * wall, wall


def table(
    typed: list[float], first: list[float], again: list[float], waits: list[float], cpu: float
) -> Iterator[str]:
    """The lines of a table of what was measured."""
    by_hand, alone = statistics.median(typed), statistics.median(first)
    yield "| | s |"
    yield "| --- | --- |"
    yield f"| one student, the four commands typed without a pause | {by_hand:.1f} |"
    yield f"| one student, a warm watch | {alone:.1f} ({by_hand / alone:.1f} times sooner) |"
    yield f"| again, one notebook changed | {statistics.median(again):.1f} |"
    middle = statistics.median(waits)
    yield f"| {len(waits)} attempts within {WITHIN} s: the median waits | {middle:.1f} |"
    yield f"| the last waits | {max(waits):.1f} |"
    yield f"| processor time of an attempt, grading and pages | {cpu:.2f} |"


def deadline(students: int, attempts: int, cpu: float, cores: list[int]) -> Iterator[str]:
    """What the last hour before a deadline asks for, if an attempt takes so much processor time.

    More and more come as the deadline nears: the chance of a hand-in grows in proportion to the
    time that has gone by, so that half of them come in the last 18 minutes. A newer attempt of a
    student takes the place of one that waits, as in the line of a watch.
    """
    yield f"{students} students, {attempts} attempts each in the last hour, {cpu:.2f} s each:"
    yield ""
    yield "| cores | median wait, s | longest wait, s | graded | replaced by a newer one |"
    yield "| --- | --- | --- | --- | --- |"
    chance = random.Random(1)
    arrivals = sorted(
        (3600 * chance.random() ** 0.5, student)
        for student in range(students)
        for _ in range(attempts)
    )
    for number in cores:
        waits, replaced = simulate(arrivals, cpu, number)
        yield (
            f"| {number} | {statistics.median(waits):.0f} | {max(waits):.0f} "
            f"| {len(waits)} | {replaced} |"
        )


def simulate(
    arrivals: list[tuple[float, int]], seconds: float, cores: int
) -> tuple[list[float], int]:
    """Serve the newest attempt of each student in the order in which the student came.

    Returns
    -------
    The waits of those that were graded, in seconds, and how many were replaced.
    """
    free = [0.0] * cores
    waiting: dict[int, float] = {}  # when the newest came, by student, in their order
    waits, replaced, position = [], 0, 0
    while position < len(arrivals) or waiting:
        now = free[0]
        if not waiting:
            now = max(now, arrivals[position][0])
        while position < len(arrivals) and arrivals[position][0] <= now:
            when, student = arrivals[position]
            replaced += student in waiting
            waiting[student] = when
            position += 1
        student = next(iter(waiting))
        waits.append(now + seconds - waiting.pop(student))
        heapreplace(free, now + seconds)
    return waits, replaced


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
