"""Benchmark of the Validate button in a student's folder, nbjudge's and nbgrader's.

    python bench/validate.py [--presses 3] [--after 5]

Writes the reference solution of the lab's third notebook into a folder with its files, as in a
student's archive, which names no module to preload. The first press is `--after` seconds later than
the request that the page sends when the notebook is opened. Requests go in turn to two Jupyter
servers, one with nbjudge's button and one with nbgrader's. Meanwhile each server's status is
polled, to measure how long the server does not answer.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

COURSE = Path(__file__).resolve().parents[3]  # the course to grade: the one this package lives in
sys.path[:0] = [str(COURSE / "packages/nbjudge/tests"), str(COURSE / "tools/students")]
from solutions import solved  # noqa: E402

from nbjudge_testing.browser_walk import OPTIONS, Server, running  # noqa: E402

NOTEBOOK = "3-autograd-graph.ipynb"
OURS = {"nbjudge.server.validate": True, "nbgrader.server_extensions.validate_assignment": False}


FIGURES = ("s", "CPU s", "stands still, s")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how long Validate takes.")
    parser.add_argument("--presses", type=int, default=3, help="of each button")
    parser.add_argument("--after", type=float, default=5, help="seconds from opening to a press")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder, "work")
        source = COURSE / "source" / "autograd"
        shutil.copytree(source, work, ignore=shutil.ignore_patterns("*.ipynb", "__pycache__"))
        shutil.copy(COURSE / "tools/students/settings/nbgrader_config.py", work)
        (work / NOTEBOOK).write_text(solved((source / NOTEBOOK).read_text("utf-8")), "utf-8")
        with start(Path(folder, "ours"), work, OURS) as ours:
            turned = {name: not on for name, on in OURS.items()}
            with start(Path(folder, "stock"), work, turned) as stock:
                opened = time.monotonic()
                ours.asked("/nbjudge/warm", {"path": NOTEBOOK})  # as the page does when it opens
                time.sleep(max(0.0, opened + given.after - time.monotonic()))
                taken = [(press(ours), press(stock)) for _ in range(given.presses)]
    columns = [f"{name}, {what}" for name in ("nbjudge", "nbgrader") for what in FIGURES]
    print(f"| press | {' | '.join(columns)} |")
    print("| --- " * (1 + len(columns)) + "|")
    figures = [[figure for pair in each for figure in pair] for each in taken]
    medians = [statistics.median(column) for column in zip(*figures, strict=True)]
    for name, row in [*enumerate(figures, 1), ("median", medians)]:
        print(f"| {name} | " + " | ".join(f"{figure:.2f}" for figure in row) + " |")


def start(home: Path, work: Path, extensions: dict[str, bool]):
    """Start a Jupyter server in the folder of the notebook."""
    home.mkdir()
    option = f"--ServerApp.jpserver_extensions={extensions}"
    command = [sys.executable, "-m", "jupyter_server", "--allow-root", *OPTIONS.split(), option]
    return running(command, home, work, XDG_RUNTIME_DIR=str(home))


def press(server: Server) -> tuple[float, float, float]:
    """Validate once.

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
    answer = server.asked("/assignments/validate", {"path": NOTEBOOK})
    seconds = time.monotonic() - began
    done.set()
    asking.join()
    assert answer["success"] and "failed" not in answer["value"], answer
    return seconds, server.cpu_seconds() - used, max(gaps)


if __name__ == "__main__":
    main()
