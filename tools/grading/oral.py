"""Write pages for an oral exam about students' own code, one for each student.

    python tools/grading/oral.py ASSIGNMENT FUNCTION [COURSE]

On the front are the student's function, the program that calls it, the last picture that the
notebook shows before that program, and the questions that `lab/own_code_questions.py` asks; on the
back are the answers. The functions come from the graded notebooks in COURSE/autograded/ (COURSE:
this repository). Everything else comes from COURSE/source/: each function runs in the sandbox with
the course's own cells, and what a student's notebook has printed is not used. A browser prints
ASSIGNMENT-FUNCTION-oral.html.
"""

import argparse
import base64
import html
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path.append(str(Path(__file__).resolve().parents[1]))

from course import ROOT, read_assignments
from mutants.sandboxed import Sandboxed
from own_code import read_answer

ASK = re.compile(r'^own_code_questions\.ask\(\s*"(\w+)"', re.MULTILINE)
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font: 11pt sans-serif }}
pre {{ font: 9pt monospace; white-space: pre-wrap }}
img {{ max-height: 7cm; max-width: 100% }}
section {{ break-after: page }}
</style>
{sections}
</html>
"""
# A solution cell can replace functions of `lab`, such as the one that asks, so import it again.
FRESH = """
import sys

def forget_lab():
    for module in list(sys.modules):
        if module.partition(".")[0] == "lab":
            del sys.modules[module]

forget_lab()
"""
LONGEST = 20_000  # characters of a text, and of a picture a hundred times as many


class Program(NamedTuple):
    """The course's cells that call a function and ask about it.

    `before` has the cells before the one that asks, with None for the answer. `asks` is that cell.
    """

    before: list[str | None]
    asks: str


class Questions(NamedTuple):
    """What was printed about a student's function; `picture` is SVG, or ""."""

    questions: str
    answers: str
    picture: str


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
    program = read_program(course / "source" / assignment / f"{notebook}.ipynb", function)
    if program is None:
        sys.exit(f"The notebook {notebook} asks no questions about {function!r}.")
    folders = sorted((course / "autograded").glob(f"*/{assignment}"))
    if not folders:
        sys.exit(f"Nothing is graded yet. Run nbjudge grade {assignment} in {course}.")
    sections, without = [], []
    with Sandboxed() as sandboxed:
        for folder in folders:
            student = folder.parent.name
            source = read_answer(folder / f"{notebook}.ipynb", function) or ""
            asked = ask(sandboxed, course / "source" / assignment, program, function, source)
            if "own_1:" in asked.questions:
                sections.append(pages_of(student, function, source, program, asked))
            else:
                without.append(student)
    path = course / f"{assignment}-{function}-oral.html"
    path.write_text(
        PAGE.format(title=html.escape(f"{function}: oral exam"), sections="\n".join(sections)),
        encoding="utf-8",
    )
    print(f"{path.name} has pages for {len(sections)} of {len(folders)} students.")
    if without:
        print(
            "No pages, because the function fails with the course's own cells, or gives no "
            f"questions: {', '.join(without)}."
        )


def read_program(notebook: Path, function: str) -> Program | None:
    """Read the course's cells around a function; None if no cell asks about it.

    The function's own test cells are left out. Other functions are the course's solutions, and
    their test cells pass: some of them install what the program needs.
    """
    before = list[str | None]()
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        about = cell["metadata"].get("nbgrader", {})
        is_own_test = about.get("grade_id", "").startswith(f"test-{function}-")
        if cell["cell_type"] != "code" or is_own_test:
            continue
        source = "".join(cell["source"])
        asked = ASK.search(source)
        if asked and asked[1] == function:
            return Program(before, source)
        before.append(None if about.get("grade_id") == function else source)
    return None


def ask(
    sandboxed: Sandboxed, assignment: Path, program: Program, function: str, answer: str
) -> Questions:
    """Run an answer with the course's cells in the sandbox, and ask about it."""
    before = [answer if source is None else source for source in program.before]
    reveal = f'own_code_questions.reveal("{function}")'
    environment = {"NBGRADER_EXECUTION": "autograde"}  # the answers appear without guesses
    sources = [*before, FRESH, program.asks, reveal]
    outputs = sandboxed.run(assignment, sources, environment=environment).outputs
    *shown, asks, reveals = outputs
    pictures = [output["data"]["image/svg+xml"] for output in _with_pictures(shown)]
    small = [str(picture) for picture in pictures if len(str(picture)) < 100 * LONGEST]
    return Questions(_printed(asks), _printed(reveals), small[-1] if small else "")


def _with_pictures(cells: Sequence[Sequence[dict[str, Any]]]) -> list[dict[str, Any]]:
    outputs = [output for cell in cells for output in cell]
    return [output for output in outputs if "image/svg+xml" in output.get("data", {})]


def _printed(outputs: Sequence[dict[str, Any]]) -> str:
    texts = [str(output["text"]) for output in outputs if output["output_type"] == "stream"]
    return "".join(texts)[:LONGEST]


def pages_of(student: str, function: str, source: str, program: Program, asked: Questions) -> str:
    """Return the front and the back of a student's page, as HTML."""
    rows = source.splitlines()
    numbered = "\n".join(f"{number:3}  {row}" for number, row in enumerate(rows, 1))
    texts = [numbered, program.asks, asked.questions, asked.answers]
    own, calls, questions, answers = (f"<pre>{html.escape(text)}</pre>" for text in texts)
    # In an image, no script of an SVG file runs.
    svg = base64.b64encode(asked.picture.encode()).decode()
    picture = (
        f'<img alt="The last picture before the questions" src="data:image/svg+xml;base64,{svg}">'
        if svg
        else ""
    )
    name = html.escape(student)
    return (
        f"<section><h1>{name}: {function}</h1>{own}<h2>The program</h2>{calls}{picture}{questions}"
        f"</section>\n<section><h1>{name}: answers</h1>{answers}</section>"
    )


if __name__ == "__main__":
    main()
