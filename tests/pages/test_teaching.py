"""docs/teach-an-hour.md: its questions and predictions have the answers that the page gives.

The page is the only place where the questions are written. Their programs run here, and so do the
notebooks, whose `reveal` says what is true.
"""

import ast
import json
import math
import re
import shutil
import subprocess
import sys
import textwrap

import pytest
import torch
from corpus import load_cases
from course import deleted, read_assignments
from support.paths import ROOT, SOURCE
from torch import nn

RUNNER = ROOT / "tests/support/run_cells.py"
PREDICTIONS, QUESTIONS = (
    (ROOT / "docs/teach-an-hour.md").read_text(encoding="utf-8").split("\n## Twelve questions")
)
QUESTION = re.compile(
    r"^(\d+)\. ```python\n(.*?)^ +```\n\n(.*?) \(`([\w-]+/[\w-]+)`\)$", re.M | re.S
)
VALUE = re.compile(r'`([^`]+)`(?:: "([^"]+)")?')
ASSIGNMENTS = read_assignments()


def questions() -> list[tuple[int, str, list[tuple[str, str]], str]]:
    """The questions: number, program, values with their beliefs (the right one first), notebook."""
    found = []
    for number, program, values, place in QUESTION.findall(QUESTIONS):
        first, *others = program.splitlines(keepends=True)
        pairs = VALUE.findall(" ".join(values.split()))
        program = first.strip() + "\n" + textwrap.dedent("".join(others))
        found.append((int(number), program, pairs, place))
    return found


def same(value, stated: str) -> bool:
    """Whether a value is the one that the page states, up to rounding."""
    wanted = ast.literal_eval(stated)
    if isinstance(value, (list, tuple)) and isinstance(wanted, (list, tuple)):
        pairs = zip(value, wanted, strict=False)
        return len(value) == len(wanted) and all(same(each, repr(want)) for each, want in pairs)
    if type(value) is float or type(wanted) is float:
        return isinstance(value, (int, float)) and math.isclose(value, wanted)
    return type(value) is type(wanted) and value == wanted


def test_every_question_is_read():
    numbers = [number for number, *_ in questions()]
    assert numbers == list(range(1, QUESTIONS.count("```python") + 1))
    assert {place.partition("/")[0] for *_, place in questions()} == set(ASSIGNMENTS)


@pytest.mark.parametrize(("number", "program", "values", "place"), questions())
def test_the_last_line_of_a_question_has_the_first_value(number, program, values, place):
    *lines, last = ast.parse(program).body
    names = {"torch": torch, "nn": nn}
    torch.manual_seed(0)
    exec(compile(ast.Module(lines, []), "question", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "question", "eval"), names)
    (right, no_belief), *wrong = values
    assert not no_belief and wrong
    assert same(value, right), value
    assert not any(same(value, stated) for stated, _ in wrong)


@pytest.mark.parametrize(("number", "program", "values", "place"), questions())
def test_each_wrong_value_has_a_belief_of_the_corpus(number, program, values, place):
    beliefs = {
        case.belief
        for case in load_cases()
        if f"{case.assignment}/{case.task.name}" == place and not case.is_right
    }
    if place.partition("/")[2] not in deleted():
        assert [belief for _, belief in values[1:] if belief not in beliefs] == []


def stated_predictions(assignment: str) -> dict[str, dict[str, str]]:
    """The predictions that the page names, {notebook: {name: right answer}}."""
    section = PREDICTIONS.split(f"\n## {assignment}\n")[1].split("\n## ")[0]
    return {
        notebook: dict(re.findall(r"`(\w+)`\s+is\s+`([^`]+)`", text))
        for notebook, text in re.findall(
            r"^\*\*([\w-]+)\*\*: (.*?)(?=\n\n|\Z)", section, re.M | re.S
        )
    }


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_page_has_each_notebook_and_names_steps_that_it_has(assignment):
    stated = [name for name in stated_predictions(assignment) if name not in deleted()]
    assert stated == list(ASSIGNMENTS[assignment].notebooks)
    for notebook in stated:
        text = PREDICTIONS.split(f"**{notebook}**: ")[1].split("\n\n")[0]
        headings = (SOURCE / assignment / f"{notebook}.ipynb").read_text()
        for numbers in re.findall(r"\bsteps? (\d)(?: and (\d))?", " ".join(text.split())):
            for number in filter(None, numbers):
                assert f"## Step {number}:" in headings, notebook


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_predictions_have_the_answers_of_the_page(assignment, tmp_path):
    """A wrong guess for each question makes `reveal` print the right answer."""
    folder = shutil.copytree(SOURCE / assignment, tmp_path / assignment)
    for path in folder.glob("*.ipynb"):
        notebook = json.loads(path.read_text())
        for cell in notebook["cells"]:
            if cell["id"].startswith("guess-"):
                source = "".join(cell["source"])
                cell["source"] = re.sub(r"\b(\w+)=\.\.\.", r'\1="no such answer"', source)
        path.write_text(json.dumps(notebook))
    ran = subprocess.run(
        [sys.executable, RUNNER, folder], capture_output=True, text=True, timeout=540
    )
    assert ran.returncode == 0, ran.stderr
    cells = json.loads(ran.stdout.splitlines()[-1])
    for notebook, answers in stated_predictions(assignment).items():
        printed = "\n".join(text for text, _ in cells.get(notebook, {}).values())
        truths = re.findall(r"^  (\w+): you said 'no such answer', it is (.*)$", printed, re.M)
        for name, stated in answers.items() if notebook in cells else ():
            found = [truth for each, truth in truths if each == name]
            assert len(found) == 1, (name, found)
            assert same(ast.literal_eval(found[0]), stated), (name, found)
