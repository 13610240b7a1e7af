"""Benchmark of grading a class: prints the tables of the README.

    python bench/run.py [--students 24] [--repeat 3] [--sizes 12 60 300 1000] [--workers 1 2]
        [--course FOLDER --assignment NAME --submissions FOLDER ...]

Grades one class of a course in four ways: with plain nbgrader, with two parallel processes of it,
with nbgrader and nbjudge's preprocessor (one notebook at a time), and with `nbjudge grade`. Then it
grades classes of other sizes with `nbjudge grade` alone, and compares submissions a minute with the
first two ways. A class consists of copies of the submissions, or of the reference solution. All
four ways must give the same scores.
"""

import argparse
import json
import math
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
from bench_course import STOCK, BenchCourse, add_course_arguments
from measure import Cost, idle_load, measure
from nbgrader.api import Gradebook

from nbisolate import Cell, ForkServer, Limits, run_notebook

LARGE = 300  # submissions
BUSY = 0.2  # load of other programs that counts as busy, in processor seconds a second
# Name: the parallel commands, and the text added to nbgrader_config.py. One half of the students
# have names that begin with a, the other half with b.
NBGRADER = [sys.executable, "-m", "nbgrader", "autograde", "--log-level=ERROR"]
NBJUDGE = [sys.executable, "-m", "nbjudge", "grade"]
WAYS = {
    "plain nbgrader": ([NBGRADER], STOCK),
    "plain nbgrader, two processes": (
        [[*NBGRADER, "--student=a*"], [*NBGRADER, "--student=b*"]],
        STOCK,
    ),
    "nbgrader with nbjudge's preprocessor": ([NBGRADER], ""),
    "nbjudge grade": ([NBJUDGE], ""),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast a class is graded.")
    parser.add_argument(
        "--students", type=positive, default=24, help="in the class of the comparison"
    )
    parser.add_argument("--repeat", type=positive, default=3, help="runs; the median counts")
    parser.add_argument("--sizes", type=positive, nargs="*", default=[12, 60, 300, 1000])
    parser.add_argument("--workers", type=positive, nargs="*", default=[1, 2])
    add_course_arguments(parser)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nbjudge-bench-") as folder:
        original = BenchCourse.read(given, Path(folder))
        template = make_class(original, Path(folder), max([given.students, *given.sizes]))
        print(f"{os.cpu_count()} cores, {memory_gb():.0f} GB; medians of {given.repeat} runs\n")
        if idle_load() > BUSY:
            print("The machine is busy with other things: do not trust these figures.\n")
        print_lines(kernel(Path(folder), given.repeat))
        costs = compare(template, original.assignment, given.students, given.repeat)
        print(
            f"A class of {given.students}, notebooks of a submission: {len(original.notebooks)}\n"
        )
        print_lines(comparison(costs, given.students))
        stock = [given.students / median(costs[name], "wall") for name in list(WAYS)[:2]]
        print_lines(
            curve(template, original.assignment, given.sizes, given.workers, given.repeat, stock)
        )


def positive(text: str) -> int:
    """Parse a positive number of the command line."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text}: give 1 or more")
    return number


def print_lines(lines: Iterator[str]) -> None:
    for line in lines:
        print(line, flush=True)
    print()


def kernel(folder: Path, repeat: int) -> Iterator[str]:
    """Run a notebook that only imports torch; yield lines with the cost of its processes."""
    forkserver = ForkServer(["torch", "graphviz"])
    for name in ("support", "work"):
        (folder / name).mkdir()

    def run(source: str) -> None:
        run_notebook(
            cells=[Cell(source)],
            support=folder / "support",
            work=folder / "work",
            limits=Limits(),
            sandboxed=True,
            forkserver=forkserver,
        )

    times = []
    for _ in range(10 * repeat):
        started = time.monotonic()
        run("import torch")
        times.append(time.monotonic() - started)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(run, "import time, torch\ntime.sleep(3)")
        time.sleep(2)
        forks = psutil.Process(forkserver.process.pid).children(recursive=True)
        own = sum(fork.memory_full_info().uss for fork in forks) / 2**20
        waiting.result()
    forkserver.close()
    yield (
        f"A notebook that only imports torch, sandbox and judge included: "
        f"{statistics.median(times):.3f} s. Its {len(forks)} processes hold {own:.0f} MB of "
        "their own beside the fork server."
    )


def compare(template: Path, assignment: str, students: int, repeat: int) -> dict[str, list[Cost]]:
    """Grade one class in all four ways, in turns; return the costs of the runs, by way."""
    costs = {name: [] for name in WAYS}
    scores = {}
    for _ in range(repeat):
        for name, (commands, config) in WAYS.items():
            course = make_course(template, students, config)
            typed = [[*command, assignment] for command in commands]
            costs[name].append(measure(*typed, folder=course))
            scores[name] = read_scores(course, assignment)
            if scores[name] != scores["plain nbgrader"]:
                raise RuntimeError(f"{name} gave other scores than plain nbgrader")
            shutil.rmtree(course)
    return costs


def comparison(costs: dict[str, list[Cost]], students: int) -> Iterator[str]:
    """Yield the lines of a table of the measurements of `compare`."""
    yield "| | submissions a minute | times plain | times two | CPU s each | peak MB |"
    yield "| --- | --- | --- | --- | --- | --- |"
    one, two = ([cost.wall for cost in costs[name]] for name in list(WAYS)[:2])
    for name, runs in costs.items():
        walls = [cost.wall for cost in runs]
        yield (
            f"| {name} | {60 * students / statistics.median(walls):.1f} "
            f"| {ratio(one, walls):.1f} | {ratio(two, walls):.1f} "
            f"| {median(runs, 'cpu') / students:.2f} | {median(runs, 'peak_mb'):.0f} |"
        )


def curve(
    template: Path,
    assignment: str,
    sizes: list[int],
    workers: list[int],
    repeat: int,
    stock: list[float],
) -> Iterator[str]:
    """Grade classes of several sizes with `nbjudge grade`; yield the lines of a table.

    `stock` contains the submissions a second of plain nbgrader, and of two processes of it.
    """
    yield "`nbjudge grade` on classes of other sizes, next to the rates of plain nbgrader above:"
    yield ""
    yield (
        "| class | workers | s | submissions a minute | times plain | times two | s each "
        "| CPU s each | peak MB | main MB | most MB of a submission |"
    )
    yield "|" + " --- |" * 11
    for size in sizes:
        # To save time, grade a large class with the most workers only.
        for number in workers if size <= LARGE else [max(workers)]:
            runs = []
            # One run of a large class already averages over many submissions.
            for _ in range(max(1, min(repeat, math.ceil(120 / size)))):
                course = make_course(template, size, "")
                command = [*NBJUDGE, f"--workers={number}", assignment]
                runs.append(measure(command, folder=course))
                own = max(read_memory(course, assignment))
                shutil.rmtree(course)
            wall = median(runs, "wall")
            one, two = (size / wall / rate for rate in stock)
            yield (
                f"| {size} | {number} | {wall:.1f} | {60 * size / wall:.1f} | {one:.1f} "
                f"| {two:.1f} | {wall / size:.3f} | {median(runs, 'cpu') / size:.2f} "
                f"| {median(runs, 'peak_mb'):.0f} | {median(runs, 'main_mb'):.0f} | {own:.0f} |"
            )


def median(runs: list[Cost], quantity: str) -> float:
    return statistics.median(getattr(run, quantity) for run in runs)


def ratio(slow: list[float], fast: list[float]) -> float:
    """Return the median of the ratios of neighboring runs."""
    return statistics.median(s / f for s, f in zip(slow, fast, strict=True))


def make_class(original: BenchCourse, folder: Path, students: int) -> Path:
    """Make a copy of the course with the submissions of a class; return its folder."""
    course = original.copy(folder / "template")
    for number in range(students):
        original.hand_in(course, student(number), number // 2)
    return course


def student(number: int) -> str:
    return f"{'ab'[number % 2]}{number:05}"


def make_course(template: Path, students: int, config: str) -> Path:
    """Copy a course with the first submissions only; return the copy's folder."""
    course = template.with_name("course")
    chosen = {student(number) for number in range(students)}

    def others(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if folder.endswith("/submitted") and name not in chosen]

    shutil.copytree(template, course, ignore=others)
    with (course / "nbgrader_config.py").open("a") as file:
        file.write(config)
    return course


def read_scores(course: Path, assignment: str) -> dict[tuple[str, str], float]:
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        return {
            (submission.student_id, notebook.name): notebook.score
            for submission in gradebook.assignment_submissions(assignment)
            for notebook in submission.notebooks
        }


def read_memory(course: Path, assignment: str) -> list[float]:
    """Read the peak memory of each submission's code from the records, in megabytes."""
    records = (course / "autograded").glob(f"*/{assignment}/nbjudge.json")
    return [json.loads(record.read_text())["measured"]["peak_memory_mb"] for record in records]


def memory_gb() -> float:
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30


if __name__ == "__main__":
    main()
