"""Write the messages of the corpus's wrong answers, for `nbjudge report` to compare with.

    python tests/known_answers.py ASSIGNMENT ...

grades every wrong answer to the assignments, which takes some minutes, and writes
tests/answers/<assignment>.csv anew: the table `messages.csv` of `nbjudge report --csv`, with an
answer in the place of a student and its belief in the place of the name.
"""

import csv
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from commands import run_nbgrader
from corpus import ANSWERS, Case, load_cases
from lab.test_answers import Grade, grade_with_nbjudge
from places import ROOT

from nbjudge.report.misconceptions import as_cell

HEADER = ["student_id", "name", "notebook", "cell", "points", "of", "error", "message"]


def known_answers(grades: Mapping[str, Grade], cases: list[Case]) -> list[list[str]]:
    """The lines of the table: a line for each message of a test cell without all its points."""
    return [
        [
            case.name.partition("/")[2],
            case.belief,
            case.task.name,
            cell,
            f"{score:g}",
            f"{grades[case.name].possible[cell]:g}",
            message.error,
            as_cell(message.text),
        ]
        for case in cases
        for cell, score in sorted(grades[case.name].scores.items())
        if score < grades[case.name].possible[cell]
        for message in grades[case.name].messages[cell]
    ]


def main() -> None:
    for assignment in sys.argv[1:]:
        cases = [c for c in load_cases() if c.assignment == assignment and not c.is_right]
        with tempfile.TemporaryDirectory() as scratch:
            course = Path(scratch)
            shutil.copy(ROOT / "nbgrader_config.py", course)
            shutil.copytree(ROOT / "source" / assignment, course / "source" / assignment)
            run_nbgrader(course, "generate_assignment", assignment, "--force")
            rows = known_answers(grade_with_nbjudge(cases, course), cases)
        with (ANSWERS / f"{assignment}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([HEADER, *rows])
        print(f"{len(rows)} messages of {len(cases)} answers: {ANSWERS / assignment}.csv")


if __name__ == "__main__":
    main()
