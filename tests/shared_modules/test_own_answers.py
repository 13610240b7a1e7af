"""Every right answer of the answer bank is asked about its own lines, and each question is right.

Oracle: the same answer with a call before each statement, which counts without tracing.
"""

import json
import re

import pytest
from answer_bank import Case, load_cases
from course import read_assignments
from support.instrumented import instrumented, run_cell
from support.notebook_imports import importing
from support.paths import SOURCE

# Cells of the notebook that the answer needs before it, and the cell with the questions after it.
NEEDED = {
    "trace_backward": (["imports", "deep"], []),
    "visualize_autograd_graph": (["imports", "given-TwoLayerNet"], []),
    "run_backward": (["imports", "run_at_once"], []),
    "predict_flags": (["imports"], []),
    "jacobian": (["imports"], ["jacobian-picture"]),
    "train_epoch": (["imports"], []),
    "grad": (["imports", "add"], ["doublings"]),
    "numeric_grad": (["imports", "expand_to", "sum_to", "matmul", "relu", "install"], []),
    "needed": (["imports"], []),
}
CELLS = {
    task.name: {
        cell["id"]: "".join(cell["source"])
        for cell in json.loads((SOURCE / a.name / f"{task.name}.ipynb").read_text())["cells"]
        if cell["cell_type"] == "code"
    }
    for a in read_assignments().values()
    for task in a.tasks
}
FUNCTIONS = [
    name.removeprefix("own-reveal-")
    for cells in CELLS.values()
    for name in cells
    if name.startswith("own-reveal-")
]
CASES = [case for case in load_cases() if case.function in FUNCTIONS and case.is_right]
# Answers of which few lines are askable, and how many questions they get. All others get three.
FEWER = {
    "autograd/trace_backward/right-all-cases": 2,
    "autograd/trace_backward/right-one-bound-method": 1,
    "primer/jacobian/right-basis-vectors": 2,
    "primer/jacobian/right-batched": 0,
    "primer/jacobian/right-forward-mode": 2,
    "primer/jacobian/right-func": 0,
    "primer/jacobian/right-functional": 0,
    "primer/jacobian/right-grad-of-each": 2,
    "primer/predict_flags/right-imports-of-its-own": 2,
    "primer/predict_flags/right-runs-the-text": 2,
    "primer/train_epoch/right-cleared-after": 2,
    "primer/train_epoch/right-clears-what-is-trained": 2,
    "primer/train_epoch/right-closure": 1,
    "primer/train_epoch/right-grad-function": 2,
    "primer/train_epoch/right-net-zero-grad": 2,
    "primer/train_epoch/right-train-mode": 2,
    "primer/train_epoch/right-zeros-for-none": 2,
    "simple-grad/grad/right-only-what-is-needed": 2,
}
# Numbers that the notebook has printed about the same network: no answer is one of them.
PRINTED = {"visualize_autograd_graph": {"6", "4", "9"}, "grad": {"10"}}
# What a line of a run may be shown with: the nodes of the picture at which the visits were.
LABELS = {
    "trace_backward": r" at .*\b(linear|squash)\d",
    "visualize_autograd_graph": r" at .*(\w+Backward0|\(.*\))",
    "run_backward": r" at .*(\w+Backward0|\(\))",
}


def test_the_notebooks_ask_about_these_functions():
    assert {"trace_backward", "visualize_autograd_graph"} <= set(FUNCTIONS) <= set(NEEDED)
    assert {case.function for case in CASES} == set(FUNCTIONS)


def notebook(case: Case, answer) -> dict:
    """Run the cells of a notebook, its answer by `answer(source, space)`; return its names."""
    space: dict = {"__name__": "__main__"}
    before, after = NEEDED[case.function]
    cells = CELLS[case.task.name]
    for name in before:
        run_cell(cells[name], space, f"<{name}>")
    space["visits"] = answer(case.source, space)
    if case.function == "grad":
        space["install"](space["add"], space["grad"])
    for name in [*after, f"own-{case.function}"]:
        run_cell(cells[name], space, f"<{name}>")
    return space


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.filterwarnings("ignore")
def test_each_question_has_the_answer_of_instrumented_source(case, capsys, monkeypatch):
    monkeypatch.chdir(SOURCE / case.assignment)
    with importing(SOURCE / case.assignment) as module:
        own = module("own_code_questions")
        notebook(case, lambda source, space: run_cell(source, space, "<the answer>"))
        said = capsys.readouterr().out
        _, questions, listing = own._asked[case.function]
        again = notebook(case, instrumented)
        visits = again["visits"]
        visits.clear()
        again["own_run"]()
    asked = (
        f"{len(questions)} of 3 questions about your own {case.function}, called as in this cell:\n"
    )
    assert asked in said
    count = FEWER.get(case.name, 3)
    least = 1 if case.function == "visualize_autograd_graph" else count  # most lines are given
    assert least <= len(questions) <= count, [each.answer for each in questions.values()]
    assert (len(questions) < 3) == ("Too few of its lines" in said)
    for places in re.findall(r",( at .*)$", listing, re.M):
        assert re.search(LABELS[case.function], places)
    answers = [str(each.answer).casefold() for each in questions.values()]
    assert len(set(answers)) == len(answers)
    screen = CELLS[case.task.name][f"own-{case.function}"].partition("def own_run")[2]
    on_screen = re.findall(r"\w+", screen.partition("own_code_questions.ask")[0] + case.source)
    assert PRINTED.get(case.function, set()) <= set(on_screen)
    for question in questions.values():
        assert question.kind == "never" or str(question.answer) not in on_screen
        check(question, visits)


def check(question, visits) -> None:
    """Compare a question with the visits of instrumented source."""
    if count := re.match(r"How often does line (\d+) run\?", question.text):
        assert 2 <= question.answer <= 60
        assert len(visits[int(count[1])]) == question.answer, question
    elif value := re.match(r"(How long is|What is) `(\w+)` .*? line (\d+)", question.text):
        kind, held = visits[int(value[3])][-1][value[2]]
        assert (kind == "length") == (value[1] == "How long is")
        assert held == question.answer and type(held) is type(question.answer), question
    else:
        rows = dict(re.findall(r"^    ([abc]): (\d+)  ", question.text, re.M))
        counts = {letter: len(visits[int(line)]) for letter, line in rows.items()}
        assert len(counts) == 3
        assert [letter for letter, times in counts.items() if not times] == [question.answer]
