"""The cells of docs/test-cells.md judge a right answer and a wrong one, as in plain nbgrader."""

import re
from pathlib import Path

import pytest

from nbisolate import Cell, Limits, Outline, run_notebook
from nbisolate.cells import read_cell, read_given
from nbjudge.adopt import printed
from nbjudge.runner import new_forkserver
from nbjudge_testing.paths import ROOT

PAGE = (ROOT / "docs" / "test-cells.md").read_text()
# By heading: a right answer, and what makes it wrong.
ANSWERS = {
    "Values": ("def mean(numbers):\n    return sum(numbers) / len(numbers)", ("sum", "max")),
    "Printed text and input": (
        "def double():\n    print(2 * int(input('A number: ')))",
        ("2 *", "3 *"),
    ),
    "A script": (
        "# Task 1: greet the user\nname = input('Your name? ')\nprint(f'Hello, {name}!')",
        ("Hello", "Bye"),
    ),
    "An error that must be raised": (
        "def withdraw(balance, amount):\n"
        "    if amount > balance:\n"
        "        raise ValueError('There is not enough money.')\n"
        "    return balance - amount",
        ("raise ValueError", "print"),
    ),
    "A file that must be written": (
        "def save(names, path):\n"
        "    with open(path, 'w') as file:\n"
        "        file.write(''.join(name + '\\n' for name in names))",
        ("'\\n'", "' '"),
    ),
    "A plot": (
        "import matplotlib.pyplot as plt\n"
        "def plot_squares(xs):\n"
        "    _, axes = plt.subplots()\n"
        "    axes.plot(xs, [x * x for x in xs])\n"
        "    axes.set(xlabel='x', ylabel='x squared')\n"
        "    return axes",
        ("x * x", "x + x"),
    ),
    "A class": (
        "class Account:\n"
        "    def __init__(self, owner):\n"
        "        self.owner, self.balance = owner, 0\n"
        "    def deposit(self, amount):\n"
        "        self.balance += amount",
        ("+= amount", "= amount"),
    ),
    "A random result": (
        "import random\ndef roll():\n    return random.randint(1, 6)",
        ("6", "7"),
    ),
    "Partial credit": ("def count_words(text):\n    return len(text.split())", ("()", "(' ')")),
}


def cells_of(heading):
    """The instructor cells and the test cell below a heading of the page."""
    part = re.search(rf"^### {heading}\n(.*?)(?=^##)", PAGE, flags=re.DOTALL | re.MULTILINE)[1]
    *given, test = re.findall(r"```python\n(.*?)```", part, flags=re.DOTALL)
    return given, test


@pytest.fixture(scope="module")
def forkserver():
    forkserver = new_forkserver()  # its sandboxes have nbjudge, for `Awards`
    yield forkserver
    forkserver.close()


@pytest.fixture
def outputs(forkserver, tmp_path):
    """Run an answer and a test cell of the page; return the outputs of the test cell."""
    tmp_path.chmod(0o755)

    def run(heading, answer, kind):
        for name in ("judge", "student"):
            (tmp_path / name).mkdir(exist_ok=True)
            (tmp_path / name / "printed.py").write_text(Path(printed.__file__).read_text())
        given, test = cells_of(heading)
        others = [(source, False) for source in given] + [(answer, True)]
        order = [*(read_cell(source) for source, _ in others), read_cell(test, test)]
        finished = run_notebook(
            cells=[*(Cell(source) for source, _ in others), Cell(test, kind)],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(),
            sandboxed=True,
            forkserver=forkserver,
            outline=Outline(read_given(others), order),
        )
        assert finished.reason is None
        return finished.outputs[-1]

    return run


def is_passed(outputs):
    """Return True if a test cell gave all of its points."""
    kinds = {output["output_type"]: output for output in outputs}
    if "execute_result" in kinds:
        return kinds["execute_result"]["data"]["text/plain"] == "3.0"
    return "error" not in kinds


def test_each_cell_of_the_page_has_answers():
    part = PAGE.partition("\n## Complete test cells\n")[2].partition("\n## ")[0]
    assert re.findall(r"^### (.*)$", part, flags=re.MULTILINE) == list(ANSWERS)


@pytest.mark.parametrize("kind", ["test", "in-process"])
@pytest.mark.parametrize("heading", ANSWERS)
def test_a_right_answer_passes_and_a_wrong_one_does_not(outputs, heading, kind):
    right, (old, new) = ANSWERS[heading]
    assert old in right
    assert is_passed(outputs(heading, right, kind))
    assert not is_passed(outputs(heading, right.replace(old, new), kind))
