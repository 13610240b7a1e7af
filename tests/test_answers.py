"""Every answer of the corpus gets exactly the points that it deserves, from real nbgrader.

The answers are graded in one course for each engine: `stock` is nbgrader as it comes, `nbjudge` is
nbgrader with `JudgeExecute` in the place of its `Execute`. A notebook with two functions takes an
answer to each, so that fewer notebooks need to run; their points are counted apart.
"""

import shutil
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

import nbformat
import pytest
import torch
from conftest import ASSIGNMENT, run_nbgrader
from corpus import SOLUTIONS, Case, load_cases, submission_of
from nbgrader.api import Gradebook

CASES = load_cases()
# Added to the course's own nbgrader_config.py, for each engine.
CONFIG = {
    "stock": """
from nbgrader.converters.autograde import Autograde
c.Autograde.autograde_preprocessors = Autograde.autograde_preprocessors.default()
""",
    "nbjudge": "",
}
by_case = pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=c.name, marks=getattr(pytest.mark, c.solution.task)) for c in CASES],
)


@dataclass
class Grade:
    """What nbgrader gave a case: a score and the messages for each test cell of its function."""

    scores: dict[str, float | None] = field(default_factory=dict)
    messages: dict[str, str] = field(default_factory=dict)

    def __str__(self):
        return "".join(
            f"\n  {cell}: {score}  {self.messages[cell]}" for cell, score in self.scores.items()
        )


def grade(cases: list[Case], course: Path, engine: str) -> dict[str, Grade]:
    """Grade cases by `nbgrader autograde` in a generated course; return the grades by case name."""
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(CONFIG[engine])
    students = {f"s{number:03d}": group for number, group in enumerate(pack(cases))}
    for student, group in students.items():
        folder = course / "submitted" / student / ASSIGNMENT
        folder.mkdir(parents=True)
        for file, content in submission_of(group, course / "release" / ASSIGNMENT).items():
            (folder / file).write_bytes(content)
    run_nbgrader(course, "autograde", ASSIGNMENT)
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        return {
            case.name: read_grade(gradebook, course, student, case)
            for student, group in students.items()
            for case in group
        }


def pack(cases: list[Case]) -> list[list[Case]]:
    """Share the cases out, so that each group has one answer at most for each function."""
    columns = [[case for case in cases if case.function == name] for name in SOLUTIONS]
    return [[case for case in row if case] for row in zip_longest(*columns)]


def read_grade(gradebook: Gradebook, course: Path, student: str, case: Case) -> Grade:
    """Read a case's scores from the gradebook, and the messages from the autograded notebook."""
    notebook = case.solution.notebook
    path = course / "autograded" / student / ASSIGNMENT / f"{notebook}.ipynb"
    outputs = {
        cell.metadata.get("nbgrader", {}).get("grade_id"): cell.get("outputs", [])
        for cell in nbformat.read(path, as_version=4).cells
    }
    result = Grade()
    for score in gradebook.find_submission_notebook(notebook, ASSIGNMENT, student).grades:
        if score.name.startswith(f"test-{case.function}-"):
            result.scores[score.name] = score.auto_score
            result.messages[score.name] = " ".join(
                output.get("evalue") or output.get("text") or "" for output in outputs[score.name]
            ).strip()
    return result


@pytest.fixture(scope="session", params=["stock", "nbjudge"])
def engine(request):
    """The name of the engine that grades."""
    return request.param


@pytest.fixture(scope="session")
def grades(engine, request, course_template, tmp_path_factory):
    """The grades by case name, of the cases that this run of pytest has selected."""
    selected = {
        item.callspec.params["case"]
        for item in request.session.items
        if item.path == Path(__file__) and "case" in getattr(item, "callspec", {}).params
    }
    cases = [case for case in CASES if case in selected]
    course = shutil.copytree(course_template, tmp_path_factory.mktemp("answers") / engine)
    return grade(cases, course, engine)


@by_case
def test_answer_gets_what_it_deserves(case, grades):
    got = grades[case.name]
    assert None not in got.scores.values(), f"{case.belief}{got}"
    assert sum(got.scores.values()) == case.points_with(torch.__version__), f"{case.belief}{got}"
