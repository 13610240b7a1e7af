"""Write pages for an oral exam about students' own code, one for each student.

    python tools/grading/oral.py ASSIGNMENT FUNCTION [COURSE]

On the front are the student's function and the questions that `lab/own_code_questions.py` asked
about it, on the back the answers. All comes from the graded notebooks in COURSE/autograded/
(COURSE: this repository), so no student's code is run. A browser prints
ASSIGNMENT-FUNCTION-oral.html.
"""

import argparse
import html
import sys
from pathlib import Path

from course import ROOT, read_assignments
from own_code import OwnCode, read_own

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font: 11pt sans-serif }}
pre {{ font: 9pt monospace; white-space: pre-wrap }}
section {{ break-after: page }}
</style>
{sections}
</html>
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Write pages for an oral exam about students' own code."
    )
    parser.add_argument("assignment")
    parser.add_argument("function", help="a function that students write in the assignment")
    parser.add_argument("course", type=Path, nargs="?", default=ROOT, help="the course folder")
    given = parser.parse_args()
    assignment, function, course = given.assignment, given.function, given.course
    tasks = read_assignments(course / "source")
    if assignment not in tasks or function not in tasks[assignment].functions:
        sys.exit(f"Assignment {assignment!r} has no function {function!r}.")
    notebook = tasks[assignment].functions[function].name
    folders = sorted((course / "autograded").glob(f"*/{assignment}"))
    if not folders:
        sys.exit(f"Nothing is graded yet. Run nbjudge grade {assignment} in {course}.")
    sections, without = [], []
    for folder in folders:
        own = read_own(folder / f"{notebook}.ipynb").get(function)
        if own and own.source and "own_1:" in own.questions:
            sections.append(pages_of(folder.parent.name, function, own))
        else:
            without.append(folder.parent.name)
    path = course / f"{assignment}-{function}-oral.html"
    path.write_text(
        PAGE.format(title=html.escape(f"{function}: oral exam"), sections="\n".join(sections)),
        encoding="utf-8",
    )
    print(f"{path.name} has pages for {len(sections)} of {len(folders)} students.")
    if without:
        print(f"No pages, because the notebooks have no questions: {', '.join(without)}.")


def pages_of(student: str, function: str, own: OwnCode) -> str:
    """Return the front and the back of a student's page, as HTML."""
    rows = own.source.splitlines()
    source = "\n".join(f"{number:3}  {row}" for number, row in enumerate(rows, 1))
    name, source, questions, answers = map(
        html.escape, (student, source, own.questions, own.answers)
    )
    return (
        f"<section><h1>{name}: {function}</h1><pre>{source}</pre><pre>{questions}</pre></section>\n"
        f"<section><h1>{name}: answers</h1><pre>{answers}</pre></section>"
    )


if __name__ == "__main__":
    main()
