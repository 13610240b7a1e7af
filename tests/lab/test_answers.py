"""Every answer of the corpus gets exactly the points that it deserves, from real nbgrader.

The answers are graded in one course for each engine: `stock` is nbgrader as it comes, `nbjudge` is
nbgrader with `JudgeExecute` in the place of its `Execute`. A notebook with two functions takes an
answer to each, so that fewer notebooks need to run; their points are counted apart.
"""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
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


def grade(cases: list[Case], template: Path, folder: Path, engine: str) -> dict[str, Grade]:
    """Grade cases in copies of the generated course `template`; return the grades by case name.

    One course for each processor: nbgrader goes through a course one notebook at a time.
    """
    groups, cores = pack(cases), os.cpu_count()
    with ThreadPoolExecutor() as pool:
        runs = [
            pool.submit(
                grade_course,
                groups[core::cores],
                shutil.copytree(template, folder / f"course{core}"),
                engine,
            )
            for core in range(cores)
        ]
    return {name: grade for run in runs for name, grade in run.result().items()}


def grade_course(groups: list[list[Case]], course: Path, engine: str) -> dict[str, Grade]:
    """Grade groups of cases, each the submission of one student, by `nbgrader autograde`."""
    if not groups:
        return {}
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(CONFIG[engine])
    for number, group in enumerate(groups):
        folder = course / "submitted" / f"s{number:03d}" / ASSIGNMENT
        folder.mkdir(parents=True)
        for file, content in submission_of(group, course / "release" / ASSIGNMENT).items():
            (folder / file).write_bytes(content)
    run_nbgrader(course, "autograde", ASSIGNMENT)
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        return {
            case.name: read_grade(gradebook, course, f"s{number:03d}", case)
            for number, group in enumerate(groups)
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


@pytest.fixture(scope="session")
def selected(request):
    """The cases that this run of pytest asks for, for example with `-m task3`."""
    found = [
        item.callspec.params.get("case")
        for item in request.session.items
        if hasattr(item, "callspec")
    ]
    asked = {case for case in found if isinstance(case, Case)}
    return [case for case in CASES if case in asked]


@pytest.fixture(scope="session")
def stock(selected, course_template, tmp_path_factory):
    """The grades by case name, from nbgrader as it comes."""
    return grade(selected, course_template, tmp_path_factory.mktemp("stock"), "stock")


@pytest.fixture(scope="session")
def nbjudge(selected, course_template, tmp_path_factory):
    """The grades by case name, from nbgrader with nbjudge."""
    return grade(selected, course_template, tmp_path_factory.mktemp("nbjudge"), "nbjudge")


def test_corpus_is_as_large_as_promised():
    right = sum(case.is_right for case in CASES)
    assert right >= 24
    assert len(CASES) - right >= 55
    assert {case.function for case in CASES} == set(SOLUTIONS)
    assert len({case.source for case in CASES}) == len(CASES)


@by_case
def test_right_answers_deserve_all_points_and_wrong_ones_do_not(case):
    least = min(case.points, case.older[1] if case.older else case.points)
    assert (least == case.solution.points) == case.is_right


@by_case
@pytest.mark.parametrize("engine", CONFIG)
def test_answer_gets_what_it_deserves(case, engine, request):
    got = request.getfixturevalue(engine)[case.name]
    assert None not in got.scores.values(), f"{case.belief}{got}"
    assert sum(got.scores.values()) == case.points_with(torch.__version__), f"{case.belief}{got}"


@by_case
def test_both_engines_give_the_same_scores(case, stock, nbjudge):
    one, other = stock[case.name], nbjudge[case.name]
    assert one.scores == other.scores, f"stock:{one}\nnbjudge:{other}"
