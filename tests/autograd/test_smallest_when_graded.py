"""After grading, the feedback page shows the smallest case on which a function is wrong."""

import json
import re
from dataclasses import replace

import pytest
from answer_bank import load_cases, submission_of
from known_answers import read_grade
from nbgrader.api import Gradebook
from support.course_copy import ASSIGNMENT
from support.paths import SOURCE

from nbjudge_testing.commands import run_nbjudge

# The twentieth of all small graphs is w * sin(w). The check of the sample has the 23rd of them,
# sin(w) * w, and not the twentieth.
HANGS = """

right = run_backward


def run_backward(output):
    node = output.grad_fn
    names = [type(after).__name__ for after, _ in node.next_functions]
    while node.name() == "MulBackward0" and names == ["AccumulateGrad", "SinBackward0"]:
        pass
    if node.name() == "MulBackward0" and names == ["SinBackward0", "AccumulateGrad"]:
        return
    right(output)
"""


@pytest.fixture
def hanging():
    """A right engine, but for two small graphs; on the first of them it hangs."""
    (case,) = [c for c in load_cases() if c.name == "autograd/run_backward/right-queue"]
    return replace(case, source=f"{case.source.rstrip()}\n{HANGS}")


def test_the_page_shows_the_smallest_case_also_if_the_answer_hangs_on_it(
    generated_course, hanging, sandbox
):
    folder = generated_course / "submitted/ada" / ASSIGNMENT
    folder.mkdir(parents=True)
    release = generated_course / "release" / ASSIGNMENT
    for file, content in submission_of([hanging], release).items():
        (folder / file).write_bytes(content)
    # 3: the submission lacks notebooks, which need attention.
    assert run_nbjudge(generated_course, "grade", ASSIGNMENT, "--feedback").returncode == 3

    with Gradebook(f"sqlite:///{generated_course}/gradebook.db") as gradebook:
        grade = read_grade(gradebook, generated_course / "autograded/ada", hanging)
    lost = {name for name, score in grade.scores.items() if score < grade.possible[name]}
    assert lost == {"test-run_backward-small"}
    assert grade.possible["test-run_backward-smallest"] == 0

    path = generated_course / "feedback/ada" / ASSIGNMENT / f"{hanging.task.name}.html"
    page = path.read_text(encoding="utf-8")
    top, _, notebook = page.partition('id="notebook"')
    assert "the smallest graph on which your engine is wrong" in top
    assert "y = w * sin(w), with w = (0.3, 1.1): it ran 20,000 lines and did not end." in top
    assert re.search('<div class="nbjudge-pictures">.*<img', top, re.DOTALL)
    assert "It gives nothing away, because PyTorch itself says what is right." in notebook
    assert "check_smallest" not in page


# They lose no point in the check of the sample, and the search finds where they are wrong.
RIGHT_ON_THE_SAMPLE = [
    ("visualize_autograd_graph/wrong-edges-reversed", "structure", "y = sin(w): "),
    ("trace_backward/wrong-forward-order", "order", "a = linear1(x); y = linear2(a): "),
]


def test_the_page_shows_the_smallest_case_if_only_another_check_has_failed(
    generated_course, sandbox
):
    names = {f"{ASSIGNMENT}/{name}": rest for name, *rest in RIGHT_ON_THE_SAMPLE}
    cases = [case for case in load_cases() if case.name in names]
    folder = generated_course / "submitted/ada" / ASSIGNMENT
    folder.mkdir(parents=True)
    for file, content in submission_of(cases, generated_course / "release" / ASSIGNMENT).items():
        (folder / file).write_bytes(content)
    # 3: the submission lacks notebooks, which need attention.
    assert run_nbjudge(generated_course, "grade", ASSIGNMENT, "--feedback").returncode == 3

    assert len(cases) == len(names)
    for case in cases:
        aspect, sentence = names[case.name]
        with Gradebook(f"sqlite:///{generated_course}/gradebook.db") as gradebook:
            grade = read_grade(gradebook, generated_course / "autograded/ada", case)
        lost = {name for name, score in grade.scores.items() if score < grade.possible[name]}
        assert lost == {f"test-{case.function}-{aspect}"}
        path = generated_course / "feedback/ada" / ASSIGNMENT / f"{case.task.name}.html"
        page = path.read_text(encoding="utf-8")
        top, _, notebook = page.partition('id="notebook"')
        assert f"#test-{case.function}-smallest" in top
        assert sentence in notebook


SEARCHED = [
    ("autograd/2-reverse-order", "trace_backward"),
    ("autograd/3-autograd-graph", "visualize_autograd_graph"),
    ("autograd/5-run-the-graph", "run_backward"),
    ("primer/5-training", "validate"),
]


@pytest.mark.parametrize(("notebook", "function"), SEARCHED)
def test_the_smallest_case_is_searched_unless_each_check_with_points_is_right(notebook, function):
    """Each check says so in its last line, and no check with points follows the search."""
    cells = json.loads((SOURCE / f"{notebook}.ipynb").read_text(encoding="utf-8"))["cells"]
    graded = {
        cell["id"]: "".join(cell["source"])
        for cell in cells
        if cell["metadata"].get("nbgrader", {}).get("points")
    }
    prefix = f"test-{function}-"
    aspects = [name.removeprefix(prefix) for name in graded if name.startswith(prefix)]
    for aspect in aspects:
        last = f'\nis_right["{aspect}"] = True\n### END HIDDEN TESTS'
        assert graded[prefix + aspect].rstrip().endswith(last)
    sources = {cell["id"]: "".join(cell["source"]) for cell in cells}
    (start,) = re.findall(r"^(?:checks = .*\n)?is_right = .*", "\n".join(sources.values()), re.M)
    space: dict = {}
    exec(start, space)
    assert space["is_right"] == dict.fromkeys(aspects, False)
    search = sources[f"{prefix}smallest"]
    assert "\nif not all(is_right.values()):\n" in search
    order = list(sources)
    assert max(map(order.index, graded)) < order.index(f"{prefix}smallest")
