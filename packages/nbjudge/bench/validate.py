"""Benchmark of the Validate button in a student's folder, nbjudge's and nbgrader's.

    python bench/validate.py [--presses 3] [--after 5]
        [--course FOLDER --assignment NAME --notebook NAME]

Writes the reference solution of a notebook (default: the assignment's first) into a copy of the
release, with a student's configuration, which names no module to preload. The first press is
`--after` seconds later than the request that the page sends when the notebook is opened. Requests
go in turn to two Jupyter servers, one with nbjudge's button and one with nbgrader's. Meanwhile each
server's status is polled, to measure how long the server does not answer.
"""

import argparse
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

import nbformat
from bench_course import BenchCourse, add_course_arguments

from nbjudge_testing.browser_walk import OPTIONS, Server, running

# What a student's nbgrader knows of the course.
CONFIG = """
c = get_config()
c.Autograde.autograde_preprocessors = ["nbjudge.JudgeExecute"]
"""
OURS = {"nbjudge.server.validate": True, "nbgrader.server_extensions.validate_assignment": False}
FIGURES = ("s", "CPU s", "stands still, s")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how long Validate takes.")
    parser.add_argument("--presses", type=int, default=3, help="of each button")
    parser.add_argument("--after", type=float, default=5, help="seconds from opening to a press")
    parser.add_argument("--notebook", help="its name, without .ipynb")
    add_course_arguments(parser, submissions=False)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        original = BenchCourse.read(given, Path(folder))
        course = original.copy(Path(folder, "course"))
        work = course / "release" / original.assignment
        name = f"{given.notebook}.ipynb" if given.notebook else original.notebooks[0]
        solve(work / name, course / "source" / original.assignment / name)
        (work / "nbgrader_config.py").write_text(CONFIG)
        with start(Path(folder, "ours"), work, OURS) as ours:
            turned = {name: not on for name, on in OURS.items()}
            with start(Path(folder, "stock"), work, turned) as stock:
                opened = time.monotonic()
                ours.asked("/nbjudge/warm", {"path": name})  # as the page does when it opens
                time.sleep(max(0.0, opened + given.after - time.monotonic()))
                taken = [(press(ours, name), press(stock, name)) for _ in range(given.presses)]
    columns = [f"{name}, {what}" for name in ("nbjudge", "nbgrader") for what in FIGURES]
    print(f"| press | {' | '.join(columns)} |")
    print("| --- " * (1 + len(columns)) + "|")
    figures = [[figure for pair in each for figure in pair] for each in taken]
    medians = [statistics.median(column) for column in zip(*figures, strict=True)]
    for name, row in [*enumerate(figures, 1), ("median", medians)]:
        print(f"| {name} | " + " | ".join(f"{figure:.2f}" for figure in row) + " |")


def solve(released: Path, source: Path) -> None:
    """Put the reference solution of each answer into a released notebook."""
    solutions = {grade_id(cell): cell.source for cell in nbformat.read(source, as_version=4).cells}
    notebook = nbformat.read(released, as_version=4)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = solutions[grade_id(cell)]
    nbformat.write(notebook, released)


def grade_id(cell: nbformat.NotebookNode) -> str | None:
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def start(home: Path, work: Path, extensions: dict[str, bool]):
    """Start a Jupyter server in the folder of the notebook."""
    home.mkdir()
    option = f"--ServerApp.jpserver_extensions={extensions}"
    command = [sys.executable, "-m", "jupyter_server", "--allow-root", *OPTIONS.split(), option]
    return running(command, home, work, XDG_RUNTIME_DIR=str(home))


def press(server: Server, notebook: str) -> tuple[float, float, float]:
    """Validate a notebook once.

    Return the seconds until the reply, the processor seconds, and the longest time in seconds that
    the server took to answer a status request.
    """
    gaps, done = [0.0], threading.Event()

    def ask() -> None:
        while not done.is_set():
            began = time.monotonic()
            server.asked("/api/status")
            gaps.append(time.monotonic() - began)
            done.wait(0.05)

    asking = threading.Thread(target=ask)
    asking.start()
    began, used = time.monotonic(), server.cpu_seconds()
    answer = server.asked("/assignments/validate", {"path": notebook})
    seconds = time.monotonic() - began
    done.set()
    asking.join()
    assert answer["success"] and "failed" not in answer["value"], answer
    return seconds, server.cpu_seconds() - used, max(gaps)


if __name__ == "__main__":
    main()
