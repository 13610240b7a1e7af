"""Benchmark of the time to feedback: `nbjudge watch` and the commands it replaces.

    python bench/watch.py [--repeat 5] [--flood 60] [--beside 2]
        [--course FOLDER --assignment NAME --submissions FOLDER ...]

Sets up a course and an exchange, in which students submit copies of the submissions. It measures

- the time from submission to page for one student: with a warm watch, and with four commands in a
  row (collect, grade, generate_feedback, release_feedback), both nbjudge's and plain nbgrader's;
- the median and the longest wait if many students submit within ten seconds;
- the processor time of an attempt, grading and pages together.

With `--beside N`, N processes that only compute run at the same time.
"""

import argparse
import contextlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench_course import STOCK, BenchCourse, add_course_arguments
from measure import Meter, idle_load
from round import STOCK_PAGES
from run import positive, print_lines
from watched_course import Course, make_course, run_command, watching

COMMANDS = (
    ["nbgrader", "collect", "--update"],
    ["nbjudge", "grade"],
    ["nbgrader", "generate_feedback", "--force"],
    ["nbgrader", "release_feedback"],
)
OF_STOCK = (
    ["nbgrader", "collect", "--update"],
    ["nbgrader", "autograde", "--force"],
    ["nbgrader", "generate_feedback", "--force"],
    ["nbgrader", "release_feedback"],
)
WITHIN = 10  # seconds in which a flood arrives


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how soon a student has the feedback.")
    parser.add_argument("--repeat", type=positive, default=5, help="attempts of one student")
    parser.add_argument("--flood", type=positive, default=60, help="attempts within 10 s")
    parser.add_argument("--beside", type=int, default=0, help="processes that only compute")
    add_course_arguments(parser)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nbjudge-bench-") as folder:
        course = make_course(BenchCourse.read(given, Path(folder)), Path(folder))
        print(f"{os.cpu_count()} cores; others use {idle_load():.1f} of them.\n")
        with beside(given.beside):
            twice = max(1, given.repeat // 2)
            stock = [by_commands(course, OF_STOCK, STOCK + STOCK_PAGES) for _ in range(twice)]
            typed = [by_commands(course, COMMANDS) for _ in range(twice)]
            with watching(course) as meter:
                first = [one_student(course) for _ in range(given.repeat)]
                again = [one_student(course, changed=True) for _ in range(given.repeat)]
                waits, cpu = flood(course, given.flood, meter)
    print_lines(table(stock, typed, first, again, waits, cpu))
    print(f"The flood went by at {60 * given.flood / max(waits):.0f} attempts a minute.")


@contextlib.contextmanager
def beside(number: int) -> Iterator[None]:
    """Run `number` processes that only compute, for the duration of a `with` block."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(number)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def by_commands(
    course: Course, commands: tuple[list[str], ...], config: str = ""
) -> tuple[float, float]:
    """Grade one student with a row of commands; return the seconds to the page, and CPU seconds."""
    file = course.folder / "nbgrader_config.py"
    own = file.read_text()
    # Without this, the commands would grade earlier students again.
    shutil.rmtree(course.folder / "submitted", ignore_errors=True)
    file.write_text(own + config)
    folder, _ = course.make_ready("typed")
    with contextlib.closing(Meter()) as meter:
        started = course.put(folder)
        used = meter.seconds()
        for command in commands:
            run_command(course.folder, [*command, course.original.assignment], meter.before)
        taken = time.monotonic() - started, meter.seconds() - used
    file.write_text(own)
    return taken


def one_student(course: Course, *, changed: bool = False) -> float:
    """Return the seconds from submission to page for a student while nobody else submits."""
    folder, secret = course.make_ready("alone", changed=changed)
    time.sleep(1)  # let the watch finish its work on the attempt before
    started = course.put(folder)
    return course.wait(secret)[secret][0] - started


def flood(course: Course, attempts: int, meter: Meter) -> tuple[list[float], float]:
    """Submit many attempts within ten seconds; return the waits, and CPU seconds per attempt."""
    ready = [
        (number * WITHIN / attempts, course.make_ready(f"s{number:04}"))
        for number in range(attempts)
    ]
    used = meter.seconds()
    waits = [seconds for seconds, _ in course.put_all(ready)]
    return waits, (meter.seconds() - used) / attempts


def table(
    stock: list[tuple[float, float]],
    typed: list[tuple[float, float]],
    first: list[float],
    again: list[float],
    waits: list[float],
    cpu: float,
) -> Iterator[str]:
    """Yield the lines of a table of the measurements."""
    (by_stock, stock_cpu), (by_hand, hand_cpu) = (
        map(statistics.median, zip(*taken, strict=True)) for taken in (stock, typed)
    )
    alone = statistics.median(first)
    yield "| | s |"
    yield "| --- | --- |"
    yield f"| one student, plain nbgrader's four commands without a pause | {by_stock:.1f} |"
    yield f"| the same with `nbjudge grade` and nbjudge's pages | {by_hand:.1f} |"
    yield (
        f"| a warm watch | {alone:.1f} ({by_stock / alone:.1f} and "
        f"{by_hand / alone:.1f} times sooner) |"
    )
    yield f"| again, one notebook changed | {statistics.median(again):.1f} |"
    yield (
        f"| {len(waits)} attempts within {WITHIN} s: the median and the last wait "
        f"| {statistics.median(waits):.1f}, {max(waits):.1f} |"
    )
    yield (
        f"| processor time of an attempt; of the commands with one, stock and nbjudge "
        f"| {cpu:.2f}; {stock_cpu:.1f}, {hand_cpu:.1f} |"
    )


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
