"""Benchmark of grading plus feedback, with plain nbgrader and with nbjudge.

    python bench/round.py [--students 12] [--repeat 1]
        [--course FOLDER --assignment NAME --submissions FOLDER ...]

Prints a table of wall times: grading a class and generating its feedback pages, with
plain nbgrader's two commands and with `nbjudge grade --feedback`; then the pages alone, all of them
and those of an unchanged class. Both ways must give the same scores.
"""

import argparse
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_course import STOCK, BenchCourse, add_course_arguments
from run import NBGRADER, NBJUDGE, make_class, make_course, positive, read_scores

FEEDBACK = [sys.executable, "-m", "nbgrader", "generate_feedback", "--log-level=ERROR"]
PAGES = [sys.executable, "-m", "nbjudge", "feedback"]
STOCK_PAGES = """
from nbgrader.converters.generate_feedback import GenerateFeedback
c.GenerateFeedback.exporter_class = "nbconvert.exporters.HTMLExporter"
c.GenerateFeedback.preprocessors = GenerateFeedback.preprocessors.default()
c.HTMLExporter.preprocessors = []
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the whole round.")
    parser.add_argument("--students", type=positive, default=12)
    parser.add_argument("--repeat", type=positive, default=1)
    add_course_arguments(parser)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nbjudge-bench-") as folder:
        original = BenchCourse.read(given, Path(folder))
        template = make_class(original, Path(folder), given.students)
        print(f"A class of {given.students}; medians of {given.repeat}")
        print(f"Notebooks of a submission: {len(original.notebooks)}\n")
        print("| | s | CPU s of the commands | times as fast |\n| --- | --- | --- | --- |")
        stock = (0.0, 0.0)
        scores = {}
        for name, config, commands in (
            ("plain nbgrader: autograde, generate_feedback", STOCK + STOCK_PAGES,
             [NBGRADER, FEEDBACK]),
            ("of it generate_feedback", None, [[*FEEDBACK, "--force"]]),
            ("`nbjudge grade --feedback`", "", [[*NBJUDGE, "--feedback"]]),
            ("`nbjudge feedback --force`", None, [[*PAGES, "--force"]]),
            ("`nbjudge feedback`, nothing has changed", None, [PAGES]),
        ):  # fmt: skip
            runs = []
            for _ in range(given.repeat):
                if config is not None:
                    shutil.rmtree(template.with_name("course"), ignore_errors=True)
                    make_course(template, given.students, config)
                typed = [[*command, original.assignment] for command in commands]
                runs.append(timed(typed, template.with_name("course")))
                graded = read_scores(template.with_name("course"), original.assignment)
                scores = scores or graded
                if graded != scores:
                    raise RuntimeError(f"{name} gave other scores than plain nbgrader")
            wall, cpu = (statistics.median(each) for each in zip(*runs, strict=True))
            stock = stock if stock[0] else (wall, cpu)
            ratio = f"{stock[0] / wall:.1f}" if config is not None else ""
            print(f"| {name} | {wall:.1f} | {cpu:.1f} | {ratio} |", flush=True)


def timed(commands: list[list[str]], course: Path) -> tuple[float, float]:
    """Run commands one after the other: wall time, and processor time of what they waited for."""
    before, started = _cpu(), time.monotonic()
    for command in commands:
        code = subprocess.run(command, cwd=course, capture_output=True).returncode
        if code not in (0, 3):
            raise RuntimeError(f"{command} ended with {code}")
    return time.monotonic() - started, _cpu() - before


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
