"""Every answer of the answer bank gets exactly the points that it deserves.

Answers go through `nbjudge grade`: in `make test` a sample of the right and of the wrong ones to
each function; in `make soak`, and with the mark of a task (`pytest -m task3`), all. In `make soak`
they go through nbgrader as it comes too, and get the same points. A notebook with two functions
takes an answer to each, so that fewer notebooks need to run; their points are counted apart.
"""

import math
import os
import shutil
from collections.abc import Callable, Container
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest
import torch
from answer_bank import ANSWERS, ASSIGNMENTS, Case, load_cases
from known_answers import Grade, grade_with_nbjudge, pack, read_grades, submit
from support.paths import ROOT
from traitlets.config import PyFileConfigLoader

from nbjudge_testing.commands import run_nbgrader, run_nbjudge

CASES = load_cases()
# Answers that get points by forging what the judge can only ask of the student's process.
FORGED = load_cases(ANSWERS / "forged")
# Answers that look for the grader's own solution in the process in which they run, or forge what
# the course's functions report there.
ATTACKS = load_cases(ANSWERS / "attacks")
# Added to the course's own nbgrader_config.py: nbgrader as it comes.
STOCK = """
from nbgrader.converters.autograde import Autograde
c.Autograde.autograde_preprocessors = Autograde.autograde_preprocessors.default()
"""


# At most so many answers to each function are graded in `make test`. A notebook runs once for each
# answer to the function that has most of them, so the same number for all functions makes the best
# use of a run; all answers would take a fifth of the time of `make test`.
RIGHT = 6
WRONG = 6


def parameters(cases: list[Case], by_day: Container[Case] | None = None) -> pytest.MarkDecorator:
    """Parametrize a test with cases, each with the mark of its notebook.

    If `by_day` is given, the other cases belong to `make soak`.
    """
    params = []
    for case in cases:
        marks = [getattr(pytest.mark, case.task.mark)]
        if by_day is not None and case not in by_day:
            marks.append(pytest.mark.soak)
        params.append(pytest.param(case, id=case.name, marks=marks))
    return pytest.mark.parametrize("case", params)


def sample_of(cases: list[Case]) -> list[Case]:
    """Return at most RIGHT right and WRONG wrong answers to each function, spread over the list."""
    groups: dict[tuple[str, str, bool], list[Case]] = {}
    for case in cases:
        groups.setdefault((case.assignment, case.function, case.is_right), []).append(case)
    sample = []
    for (_, _, is_right), group in groups.items():
        most = RIGHT if is_right else WRONG
        sample += group[:: math.ceil(len(group) / most)]
    return sample


def grade_with_stock(cases: list[Case], course: Path, scratch: Path) -> dict[str, Grade]:
    """Grade cases of one assignment in copies of the generated `course` by plain nbgrader.

    One course for each processor: nbgrader goes through a course one notebook at a time.
    """
    groups, assignment, cores = pack(cases), cases[0].assignment, os.cpu_count()

    def grade_part(core: int) -> dict[str, Grade]:
        part = groups[core::cores]
        copy = shutil.copytree(course, scratch / f"course{core}")
        with (copy / "nbgrader_config.py").open("a") as config:
            config.write(STOCK)
        if part:
            submit(part, copy, assignment)
            run_nbgrader(copy, "autograde", assignment)
        return read_grades(part, copy, assignment)

    with ThreadPoolExecutor() as pool:
        parts = pool.map(grade_part, range(cores))
        return {name: grade for part in parts for name, grade in part.items()}


@pytest.fixture(scope="session")
def asked(request) -> Callable[[str], list[Case]]:
    """Gives the cases whose grade by a fixture this run of pytest asks for (`-m task3`: fewer)."""

    def cases_of(fixture: str) -> list[Case]:
        items = [item for item in request.session.items if fixture in item.fixturenames]
        cases = [item.callspec.params["case"] for item in items if item.path == Path(__file__)]
        return list({case.name: case for case in cases}.values())

    return cases_of


@pytest.fixture(scope="session")
def nbjudge(asked, templates, tmp_path_factory, sandbox) -> Callable[[Case], Grade]:
    """Gives the grade of a case by nbjudge. All that are asked for are graded at once."""
    wanted = asked("nbjudge")

    @cache
    def grades(assignment: str) -> dict[str, Grade]:
        course = tmp_path_factory.mktemp("nbjudge") / "course"
        shutil.copytree(templates(assignment), course)
        cases = [case for case in wanted if case.assignment == assignment]
        return grade_with_nbjudge(cases, course, alone=[*FORGED, *ATTACKS])

    return lambda case: grades(case.assignment)[case.name]


@pytest.fixture(scope="session")
def stock(asked, templates, tmp_path_factory) -> Callable[[Case], Grade]:
    """Gives the grade of a case by plain nbgrader. All that are asked for are graded at once."""
    wanted = asked("stock")

    @cache
    def grades(assignment: str) -> dict[str, Grade]:
        cases = [case for case in wanted if case.assignment == assignment]
        scratch = tmp_path_factory.mktemp("stock")
        return grade_with_stock(cases, templates(assignment), scratch)

    return lambda case: grades(case.assignment)[case.name]


def test_no_answer_is_graded_whose_points_no_test_of_this_run_looks_at(request, asked):
    tests = [
        test_answer_gets_what_it_deserves,
        test_an_attack_gets_no_points_but_those_that_are_listed_as_forgeable,
        test_what_can_be_forged_gets_the_points_that_are_said,
        test_stock_nbgrader_gives_the_same_scores,
    ]
    items = [item for item in request.session.items if getattr(item, "function", None) in tests]
    looked_at = {item.callspec.id for item in items}
    assert {case.name for case in asked("nbjudge")} == looked_at


def test_every_function_has_right_and_wrong_answers_and_none_is_there_twice():
    functions = {(a.name, name) for a in ASSIGNMENTS.values() for name in a.functions}
    for kind in (True, False):
        found = {(case.assignment, case.function) for case in CASES if case.is_right is kind}
        assert found == functions
    assert len({(case.assignment, case.function, case.source) for case in CASES}) == len(CASES)


def test_each_wrong_answer_has_what_it_does_or_what_its_author_believes():
    wrong = [case for case in (*CASES, *FORGED, *ATTACKS) if not case.is_right]
    assert [case.name for case in wrong if not case.does and not case.believes] == []


@pytest.mark.parametrize(
    "about",
    [
        "",
        "A row is a column.\n",
        "believes: A row is a column.\n",
        'believes: "A row is a column."\ndoes: Returns a row.\n',
    ],
)
def test_a_wrong_answer_without_what_it_does_or_a_quoted_belief_is_refused(about, tmp_path):
    path = tmp_path / "primer/jacobian/wrong-row.py"
    path.parent.mkdir(parents=True)
    path.write_text(f'"""{about}\npoints: 0\n"""\n')
    with pytest.raises(ValueError, match=r"primer/jacobian/wrong-row does not have the format"):
        load_cases(tmp_path)


@parameters(CASES)
def test_right_answers_deserve_all_points_and_wrong_ones_do_not(case):
    least = min(case.points, case.older[1] if case.older else case.points)
    assert (least == case.task.functions[case.function]) == case.is_right


@parameters(CASES, by_day=sample_of(CASES))
def test_answer_gets_what_it_deserves(case, nbjudge):
    got = nbjudge(case)
    about = f"{case.description}{got}"
    assert None not in got.scores.values(), about
    assert sum(got.scores.values()) == case.points_with(torch.__version__), about
    if case.hears:
        assert case.hears in str(got), about


@pytest.mark.attack
@parameters(ATTACKS)
def test_an_attack_gets_no_points_but_those_that_are_listed_as_forgeable(case, nbjudge):
    got = nbjudge(case)
    about = f"{case.description}{got}"
    assert None not in got.scores.values(), about
    assert sum(got.scores.values()) == case.points, about
    config = PyFileConfigLoader("nbgrader_config.py", path=str(ROOT)).load_config()
    place = f"{case.assignment}/{case.task.name}"
    paid = {f"{place}/{cell}" for cell, score in got.scores.items() if score}
    assert paid <= config.Report.forgeable.keys(), about


@pytest.mark.attack
@parameters(FORGED)
def test_what_can_be_forged_gets_the_points_that_are_said(case, nbjudge):
    got = nbjudge(case)
    assert sum(got.scores.values()) == case.points, f"{case.description}{got}"
    config = PyFileConfigLoader("nbgrader_config.py", path=str(ROOT)).load_config()
    place = f"{case.assignment}/{case.task.name}"
    marked = {cell for cell in got.scores if f"{place}/{cell}" in config.Report.forgeable}
    paid = {cell for cell, score in got.scores.items() if score}
    alone = {c for c in marked if "course's own" not in config.Report.forgeable[f"{place}/{c}"]}
    assert marked & paid and alone <= paid, str(got)


def test_all_that_is_marked_as_forgeable_is_forged():
    """What only calls a function of the course is compared in test_placeholder_answers.py."""
    config = PyFileConfigLoader("nbgrader_config.py", path=str(ROOT)).load_config()
    cells = {path.split("/")[2]: words for path, words in config.Report.forgeable.items()}
    forged = {case.function for case in FORGED}
    assert forged <= {cell.split("-")[1] for cell in cells}
    assert {c.split("-")[1] for c, words in cells.items() if "course's own" not in words} <= forged


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_all_that_can_be_forged_is_marked(assignment, templates, tmp_path):
    """For a class of strangers, `nbjudge grade` names what can be forged and is not marked."""
    course = Path(shutil.copytree(templates(assignment), tmp_path / "course"))
    config = PyFileConfigLoader("nbgrader_config.py", path=str(ROOT)).load_config()
    calling = (path for path, words in config.Report.forgeable.items() if "course's own" in words)
    one = next(path for path in calling if path.startswith(f"{assignment}/"))
    with open(course / "nbgrader_config.py", "a") as file:
        file.write(f"\ndel c.Report.forgeable[{one!r}]\n")
    said = run_nbjudge(course, "grade", assignment, "--JudgeExecute.require_hardening=True").stderr
    assert f"A submission can forge the points of {one} (see nbjudge check {assignment})" in said


@pytest.mark.soak
@pytest.mark.parametrize("processor", ["default", "avx2"])
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_right_answers_keep_their_points_on_an_older_processor(
    assignment, processor, templates, tmp_path, monkeypatch
):
    # torch has code for each kind of processor, which rounds differently.
    monkeypatch.setenv("ATEN_CPU_CAPABILITY", processor)
    cases = [case for case in CASES if case.assignment == assignment and case.is_right]
    got = grade_with_stock(cases, templates(assignment), tmp_path)
    deserved = {case.name: case.points_with(torch.__version__) for case in cases}
    assert {name: sum(grade.scores.values()) for name, grade in got.items()} == deserved


@pytest.mark.soak
@parameters(CASES)
def test_stock_nbgrader_gives_the_same_scores(case, stock, nbjudge):
    one, other = stock(case), nbjudge(case)
    assert one.scores == other.scores, f"stock:{one}\nnbjudge:{other}"
