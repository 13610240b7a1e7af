"""Benchmark of an honest attempt among hostile ones, with `nbjudge watch`.

    python bench/hostile.py [--repeat 3]
        [--course FOLDER --assignment NAME --submissions FOLDER ...]

Submits four attempts at once, the honest one last, and prints how long it takes until its page is
there: next to three other honest attempts, and next to three of each hostile kind, in turns. All
students are new to the watch, so it knows of nobody that their attempts are slow. The goal is at
most three times as long as next to three honest ones. Only the ratios say something on a busy
machine.
"""

import argparse
import io
import os
import statistics
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import nbformat
from bench_course import BenchCourse, add_course_arguments
from measure import idle_load
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from run import positive
from watched_course import Course, make_course, watching

OTHERS = 3  # attempts next to the honest one
GOAL = 3  # times as long as next to honest ones


def leave_alone(folder: Path) -> None:
    """Leave an honest submission as it is."""


def hide_work(folder: Path) -> None:
    """Put large notebooks into an archive, which is searched for the missing notebooks."""
    notebook = new_notebook(cells=[new_code_cell(f"x = {n}\n" * 200) for n in range(1500)])
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(10):
            archive.writestr(f"{number}.ipynb", nbformat.writes(notebook))
    for path in folder.glob("*.ipynb"):
        path.unlink()
    (folder / "work.zip").write_bytes(data.getvalue())


def slow_pages(folder: Path) -> None:
    """Add many long texts to a notebook, which take long to convert to HTML."""
    path = min(folder.glob("*.ipynb"))
    notebook = nbformat.read(path, as_version=4)
    notebook.cells += [new_markdown_cell("*a_ [b](c) `d` " * 6_600) for _ in range(180)]
    nbformat.write(notebook, path)


KINDS: dict[str, Callable[[Path], None]] = {
    "honest attempts": leave_alone,
    "archives that take long to search": hide_work,
    "pages that take long": slow_pages,
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how long hostile attempts delay others.")
    parser.add_argument("--repeat", type=positive, default=3, help="rounds; the median counts")
    add_course_arguments(parser)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nbjudge-bench-") as folder:
        course = make_course(BenchCourse.read(given, Path(folder)), Path(folder))
        print(f"{os.cpu_count()} cores; others use {idle_load():.1f} of them.\n")
        waits: dict[str, list[float]] = {kind: [] for kind in KINDS}
        with watching(course):
            for turn in range(given.repeat):
                for number, (kind, change) in enumerate(KINDS.items()):
                    waits[kind].append(wait_among(course, change, f"{turn}-{number}"))
                    print(f"round {turn + 1}, {kind}: {waits[kind][-1]:.1f} s", flush=True)
    print(f"\n| next to {OTHERS} | s | times as long (goal: {GOAL}) |\n| --- | --- | --- |")
    honest = waits["honest attempts"]
    for kind, seconds in waits.items():
        times = statistics.median(b / a for a, b in zip(honest, seconds, strict=True))
        print(f"| {kind} | {statistics.median(seconds):.1f} | {times:.1f} |")


def wait_among(course: Course, change: Callable[[Path], None], name: str) -> float:
    """Return the seconds until an honest attempt has its page, submitted after changed ones."""
    ready = []
    for number in range(OTHERS):
        folder, secret = course.make_ready(f"other-{name}-{number}")
        change(folder)
        ready.append((0.0, (folder, secret)))
    ready.append((0.0, course.make_ready(f"honest-{name}")))
    *_, (seconds, state) = course.put_all(ready)
    if state != "graded":
        raise RuntimeError(f"the honest attempt was {state}")
    return seconds


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
