"""Benchmark of grading next to the cells alone: how much the grader adds to what they cost.

    python bench/limit.py [--course FOLDER --assignment NAME] [--copies 40] [--stock 4]

Prints the processor seconds of a submission, the reference notebooks of an assignment (default: of
the sample course), in three ways: all their code cells in a fork of a Python that has run each of
them before, `nbjudge grade`, and stock `nbgrader autograde`. Each way counts a process with all its
descendants that were waited for, so programs that cells start, such as `dot`, count everywhere. The
points must be equal.

There is no table by kind of process: students' processes, judges and supervisors are forks of one
process, under one name, which neither perf nor the kernel's accounting can tell apart.
"""

import argparse
import contextlib
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import nbformat
import psutil
from bench_course import STOCK, BenchCourse, add_course_arguments
from measure import idle_load
from nbgrader.api import Gradebook

BUSY = 0.2  # load of other programs that counts as busy, in processor seconds a second
REPEAT = 9  # runs of the bare cells, which take less than a second


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare grading with the cells alone.")
    add_course_arguments(parser, submissions=False)
    parser.add_argument("--copies", type=int, default=40, help="submissions for `nbjudge grade`")
    parser.add_argument("--stock", type=int, default=4, help="for plain nbgrader; 0 leaves it out")
    given = parser.parse_args()
    if idle_load() > BUSY:
        print("The machine is busy with other things: compare ratios only.\n")
    with tempfile.TemporaryDirectory(prefix="nbjudge-bench-") as folder:
        original = BenchCourse.read(given, Path(folder))
        template = original.copy(Path(folder) / "template")
        bare = bare_seconds(template / "source" / given.assignment)
        print("| | CPU s of a submission | ratio |\n| --- | --- | --- |")
        print(f"| the cells alone | {bare:.3f} | |", flush=True)
        ours, points = grade(original, template, "nbjudge", given.copies)
        print(f"| `nbjudge grade`, {given.copies} copies | {ours:.3f} | ", end="")
        print(f"{ours / bare:.2f} times the cells |", flush=True)
        if given.stock:
            stock, expected = grade(original, template, "nbgrader", given.stock)
            print(f"| plain nbgrader, {given.stock} copies | {stock:.3f} | ", end="")
            print(f"{stock / ours:.1f} times `nbjudge grade` |")
            if points != expected:
                raise RuntimeError(f"{points} points by nbjudge, {expected} by plain nbgrader")
        print(f"\nPoints of each submission: {points:g}")


def bare_seconds(notebooks: Path) -> float:
    """Run the cells in forks of one process that has run them before; return the median.

    A process of its own does it, because the warm-up must not stay in this one.
    """
    command = [sys.executable, "-W", "ignore", __file__, "--bare", str(notebooks)]
    # Set while grading, too. A cell can do less then: the lab searches no smallest case.
    environment = {**os.environ, "NBGRADER_EXECUTION": "autograde"}
    output = subprocess.run(
        command, cwd=notebooks, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return statistics.median(map(float, output.stdout.split()))


def print_bare(notebooks: Path) -> None:
    """Print the processor seconds of some runs of all code cells, one a line."""
    sources = [
        [cell.source for cell in nbformat.read(path, as_version=4).cells if is_code(cell)]
        for path in sorted(notebooks.glob("*.ipynb"))
    ]
    sys.path.insert(0, str(notebooks))
    run_cells(sources)
    for _ in range(REPEAT):
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                run_cells(sources)
                status = 0
            finally:
                # A program that is still running counts only after it was waited for.
                for child in psutil.Process().children():
                    child.terminate()
                    child.wait()
                os._exit(status)
        _, status, usage = os.wait4(pid, 0)
        if status != 0:
            raise RuntimeError("the cells failed in the fork")
        print(usage.ru_utime + usage.ru_stime, flush=True)


def is_code(cell: nbformat.NotebookNode) -> bool:
    return cell.cell_type == "code"


def run_cells(notebooks: list[list[str]]) -> None:
    """Run the cells of each notebook in a namespace of its own, without their output."""
    with quiet():
        for number, sources in enumerate(notebooks):
            namespace = {"__name__": "__main__"}
            for source in sources:
                exec(compile(source, f"<notebook {number}>", "exec"), namespace)
        if "torch" in sys.modules:
            # As in the grader's own forks: a fork has none of its parent's threads.
            sys.modules["torch"].set_num_threads(1)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    with Path(os.devnull).open("w") as nothing, contextlib.redirect_stdout(nothing):
        yield


def grade(original: BenchCourse, template: Path, program: str, copies: int) -> tuple[float, float]:
    """Grade copies of the reference notebooks.

    Return the processor seconds of a submission, and the points of each. Raise RuntimeError if the
    submissions do not have equal points.
    """
    course = Path(shutil.copytree(template, template.with_name("course")))
    for number in range(copies):
        original.hand_in(course, f"s{number:03}")
    arguments = ["grade", original.assignment]
    if program == "nbgrader":
        arguments = ["autograde", original.assignment, "--log-level=ERROR"]
        with (course / "nbgrader_config.py").open("a") as file:
            file.write(STOCK)
    before = waited_seconds()
    command = [sys.executable, "-m", program, *arguments]
    subprocess.run(command, cwd=course, check=True, capture_output=True)
    used = waited_seconds() - before
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        scores = [one.score for one in gradebook.assignment_submissions(original.assignment)]
    shutil.rmtree(course)
    if len(scores) != copies or len(set(scores)) != 1:
        raise RuntimeError(f"{program} gave these points to {copies} equal submissions: {scores}")
    return used / copies, scores[0]


def waited_seconds() -> float:
    """Return the processor seconds of all descendants that have ended and were waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    if sys.argv[1:2] == ["--bare"]:
        print_bare(Path(sys.argv[2]))
    else:
        main()
