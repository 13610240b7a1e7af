"""The pages for class: plans, prompts and questions agree with the notebooks.

docs/questions.md is the only place where the questions are written, docs/prompts.md that of the
prompts. The programs of the questions run here, and so do the notebooks, whose `reveal` says what
is true.
"""

import ast
import html
import json
import math
import re
import shutil
import subprocess
import sys

import pytest
import torch
from answer_bank import load_cases
from course import deleted, read_assignments
from gift import Question, gift_of, read_questions
from support.paths import ROOT, SOURCE
from torch import nn

RUNNER = ROOT / "tests/support/run_cells.py"
PLANS, PROMPTS, PAGE = (
    (ROOT / f"docs/{name}.md").read_text(encoding="utf-8")
    for name in ("teach-an-hour", "prompts", "questions")
)
QUESTIONS = read_questions(PAGE)
ASSIGNMENTS = read_assignments()
EACH_QUESTION = pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: f"question {q.number}")


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
    numbers = [question.number for question in QUESTIONS]
    assert numbers == list(range(1, PAGE.count("```python") + 1))
    assert {question.place.partition("/")[0] for question in QUESTIONS} == set(ASSIGNMENTS)


@EACH_QUESTION
def test_the_last_line_of_a_question_has_the_first_value(question):
    *lines, last = ast.parse(question.program).body
    names = {"torch": torch, "nn": nn}
    torch.manual_seed(0)
    exec(compile(ast.Module(lines, []), "question", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "question", "eval"), names)
    assert same(value, question.right), value
    assert question.wrong and not any(same(value, stated) for stated, _ in question.wrong)


@EACH_QUESTION
def test_each_wrong_value_has_a_belief_of_the_answer_bank(question):
    beliefs = {
        case.believes
        for case in load_cases()
        if f"{case.assignment}/{case.task.name}" == question.place and not case.is_right
    }
    if question.place.partition("/")[2] not in deleted():
        assert [belief for _, belief in question.wrong if belief not in beliefs] == []


def parse_gift(text: str) -> list[tuple[str, str, list[tuple[str, str, str]]]]:
    """Read multiple-choice questions in GIFT, as Moodle does: title, text, answers.

    An answer is its mark, "=" for a right one and "~" for a wrong one, its text and its feedback.
    """
    held = re.sub(r"\\(.)", lambda found: f"\0{ord(found[1])}\0", text)

    def plain(part: str) -> str:
        return re.sub(r"\0(\d+)\0", lambda found: chr(int(found[1])), part).strip()

    questions = []
    for block in re.split(r"\n\s*\n", held.strip()):
        title, asked, inside = re.fullmatch(
            r"::([^:]*)::\[html\]([^{}]*)\{([^{}]*)\}\s*", block
        ).groups()
        answers = re.findall(r"([=~])([^=~#]*)(?:#([^=~#]*))?", inside)
        found = [(mark, plain(answer), plain(feedback)) for mark, answer, feedback in answers]
        questions.append((plain(title), plain(asked), found))
    return questions


def test_the_quiz_holds_the_questions_of_the_page():
    read = parse_gift((ROOT / "docs/questions.gift").read_text(encoding="utf-8"))
    assert len(read) == len(QUESTIONS)
    for question, (title, asked, answers) in zip(QUESTIONS, read, strict=True):
        assert title == f"{question.number}, {question.place}"
        program = re.search(r"<pre>(.*)</pre>", asked, re.S)[1]
        assert html.unescape(program) == question.program.strip()
        wrong = [("~", value, belief) for value, belief in question.wrong]
        assert answers == [("=", question.right, ""), *wrong]


def test_control_characters_of_a_question_do_not_end_it():
    hard = Question(1, 'f"{a: b}" != "~#\\\\" < c', "{1: 2}", [("a=b~c", "#1")], "primer/x")
    ((_, asked, answers),) = parse_gift(gift_of(hard))
    assert html.unescape(asked).endswith(f"<pre>{hard.program}</pre>")
    assert answers == [("=", "{1: 2}", ""), ("~", "a=b~c", "#1")]


def section(page: str, assignment: str) -> str:
    """The part of a page about an assignment."""
    return page.split(f"\n## {assignment}\n")[1].split("\n## ")[0]


def by_notebook(page: str, assignment: str) -> dict[str, str]:
    """The parts of a page about the notebooks of an assignment."""
    parts = section(page, assignment).split("\n### ")[1:]
    return {part.partition("\n")[0]: part for part in parts}


def stated_predictions(assignment: str) -> dict[str, dict[str, str]]:
    """The predictions of the prompts, {notebook: {name: right answer}}."""
    return {
        notebook: dict(re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", part, re.M))
        for notebook, part in by_notebook(PROMPTS, assignment).items()
    }


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_each_notebook_has_two_prompts_with_all_their_parts(assignment):
    stated = by_notebook(PROMPTS, assignment)
    assert [name for name in stated if name not in deleted()] == list(
        ASSIGNMENTS[assignment].notebooks
    )
    for part in stated.values():
        rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line[:3] == "| `"]
        assert len(rows) == 2 and all(len(row) == 5 and all(row) for row in rows)


@pytest.mark.parametrize("assignment", ["primer", "autograd"])
def test_a_plan_has_the_steps_of_the_notebook_and_fits_into_its_minutes(assignment):
    plans = by_notebook(PLANS, assignment)
    assert [name for name in plans if name not in deleted()] == list(
        ASSIGNMENTS[assignment].notebooks
    )
    for notebook in ASSIGNMENTS[assignment].notebooks:
        plan = plans[notebook]
        path = SOURCE / assignment / f"{notebook}.ipynb"
        title = "".join(json.loads(path.read_text())["cells"][0]["source"])
        steps, minutes = re.search(r"^\*In class: (.*) \((\d+) minutes\)\.", title, re.M).groups()
        assert f"\nIn class: {steps} ({minutes} minutes).\n" in plan
        begins = [int(begin) for begin in re.findall(r"^\| (\d+) \|", plan, re.M)]
        assert begins[0] == 0 and begins == sorted(set(begins)) and begins[-1] < int(minutes)
        text = path.read_text()
        numbers = re.findall(r"\bSteps? (\d)(?: and (\d))?", plan)
        assert all(f"## Step {number}:" in text for pair in numbers for number in pair if number)
        named = set(re.findall(r"`(\w+)`", plan))
        assert set(stated_predictions(assignment)[notebook]) <= named


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
