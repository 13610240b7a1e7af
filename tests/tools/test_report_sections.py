"""The tables that the lab adds to the report: what the class guessed, and what it may believe."""

import contextlib
import io
import json
import re
import runpy
import time
from pathlib import Path

import misconceptions
import pytest
from equal_code import EqualCode
from guesses import REVEAL, Guesses, MinutesNeeded, NoneRight, find_guesses
from misconceptions import Misconceptions, read_known_answers
from same_outputs import Outputs, SameOutputs, digest_of_source, write_outputs
from support.paths import ROOT, SOURCE
from traitlets.config import PyFileConfigLoader
from traitlets.utils.importstring import import_item


def write_cells(path: Path, *sources: str, failed=(), tests=()) -> None:
    """Write a notebook of code cells, and of test cells.

    `failed` has the messages of those that failed, and `tests` the sources of others, both by name.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    cells = [{"cell_type": "code", "metadata": {}, "source": source} for source in sources]
    for name, message in dict(failed).items():
        error = {"output_type": "error", "ename": "CheckFailed", "evalue": message, "traceback": []}
        grade = {"nbgrader": {"grade_id": name}}
        cells += [{"cell_type": "code", "metadata": grade, "source": "", "outputs": [error]}]
    for name, source in dict(tests).items():
        grade = {"nbgrader": {"grade_id": name, "grade": True}}
        cells += [{"cell_type": "code", "metadata": grade, "source": source, "outputs": []}]
    path.write_text(json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5}))


def test_the_course_has_all_sections():
    config = PyFileConfigLoader("nbgrader_config.py", path=str(ROOT)).load_config()
    tables = [import_item(name) for name in config.Report.sections]
    assert tables == [SameOutputs, Misconceptions, EqualCode, Guesses, NoneRight, MinutesNeeded]


def test_what_the_class_guessed_is_read_and_never_run(tmp_path):
    name, ran = "1-backward-hooks.ipynb", tmp_path / "ran"
    asked = "# Your guesses\nguess(\n    shape=...,\n    factor=...,  # of y\n)"
    write_cells(tmp_path / "release" / name, "import torch", asked)
    cells = {
        "ada": ["guess(shape=(4, 2), factor=2)"],
        "bob": ["guess(shape=(4, 2), factor='<script>x</script>')"],
        "cy": ["%matplotlib inline\nguess(", f"guess(shape=open({str(ran)!r}, 'w'), factor=...)"],
        "dee": ["guess(shape=" + "(" * 100_000 + ")", "guess(factor=2)"],
        "eve": ["guess(shape=(4, 2), other=1)", "guess(factor=3)", "guess(shape=5)"],
        "fay": ["guess(shape=" + "-" * 9_000 + "1)", "guess(shape=" + "[" * 90 + "]" * 90 + ")"],
    }
    for student, sources in cells.items():
        write_cells(tmp_path / student / name, *sources)
    folders = {student: tmp_path / student for student in cells} | {"gus": tmp_path / "gus"}

    head, *rows = Guesses().rows(tmp_path / "release", folders)

    assert not ran.exists()
    assert head == HEAD
    nested = "[" * 60
    # Without the answer of `reveal` in the notebook, nothing is said about right and wrong.
    assert rows == [
        ["shape", "1-backward-hooks", f"(4, 2) (2); 5 (1); {nested} (1)", "", "", 2],
        ["factor: of y", "1-backward-hooks", "2 (2); '<script>x</script>' (1); 3 (1)", "", "", 2],
    ]


HEAD = ["Question", "Notebook", "Guesses", "Right answer", "Right", "No guess"]
REVEALING = "with if_written('f'):\n    reveal(shape=shape, factor=factor)"


def write_revealed(path: Path, guesses: dict, truths: dict | None, *later: str) -> None:
    """Write a graded notebook with guesses, and the cell that reveals the answers.

    Its output is that of the lab. It has printed another line only if `truths` is None.
    """
    lab = runpy.run_path(str(SOURCE / "autograd/lab/guess.py"))
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        print("1 of 2 functions is written.")
        lab["guess"](**guesses)
        if truths is not None:
            lab["reveal"](**truths)
    stream = {"output_type": "stream", "name": "stdout", "text": printed.getvalue()}
    call = ", ".join(f"{name}={value!r}" for name, value in guesses.items())
    cells = [(f"guess({call})", []), (REVEALING, [stream]), *((each, []) for each in later)]
    cells = [{"cell_type": "code", "source": text, "outputs": said} for text, said in cells]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5}))


def test_the_right_answer_is_the_one_that_the_notebooks_print(tmp_path):
    name, true = "1-backward-hooks.ipynb", {"shape": (4, 3), "factor": 2.0}
    asked = "# Your guess: how large is it?\nguess(shape=..., factor=...)"
    write_cells(tmp_path / "release" / name, asked, REVEALING)
    cells = {
        "ada": ({"shape": (4, 3), "factor": 2}, true),  # a right guess is shown as it was written
        "bob": ({"shape": "a, it is b", "factor": 3}, true),
        "cy": ({"factor": 3}, true),
        "dee": ({"shape": 7, "factor": 2}, None),  # the cell did not come to its answer
        "eve": ({"shape": 5}, true, "guess(shape=(4, 3))", "guess(factor=2)"),  # in hindsight
    }
    for student, (guesses, *more) in cells.items():
        write_revealed(tmp_path / student / name, guesses, *more)
    folders = {student: tmp_path / student for student in cells}
    _, *rows = Guesses().rows(tmp_path / "release", folders)
    shapes = "(4, 3) (1); 'a, it is b' (1); 7 (1); 5 (1)"
    of = ": how large is it?"
    assert rows == [
        [f"shape{of}", "1-backward-hooks", shapes, "(4, 3)", "1 of 3", 1],
        [f"factor{of}", "1-backward-hooks", "2 (3); 3 (2)", "2", "1 of 3", 0],
    ]


def test_an_answer_that_depends_on_a_students_code_is_not_one(tmp_path):
    name = "1-backward-hooks.ipynb"
    write_cells(tmp_path / "release" / name, "guess(shape=..., factor=...)", REVEALING)
    for number in range(4):
        true = {"shape": number % 2 + 1, "factor": number + 1}
        write_revealed(tmp_path / f"s{number}" / name, {"shape": 0, "factor": 0}, true)
    folders = {path.name: path for path in sorted(tmp_path.glob("s*"))}
    _, *rows = Guesses().rows(tmp_path / "release", folders)
    assert [row[3:5] for row in rows] == [["1 or 2", "0 of 4"], ["differs", "0 of 4"]]


def test_the_questions_that_most_got_wrong_come_first(tmp_path):
    name, true = "1-one.ipynb", dict.fromkeys("abcd", 2)
    asked = ", ".join(f"{each}=..." for each in true)
    write_cells(tmp_path / "release" / name, f"guess({asked})  # a number.", REVEALING)
    for student, wrong in {"ada": "bd", "bob": "bdc"}.items():
        write_revealed(tmp_path / student / name, true | dict.fromkeys(wrong, 1), true)
    folders = {student: tmp_path / student for student in ("ada", "bob")}
    _, *rows = Guesses().rows(tmp_path / "release", folders)
    order = {"b": "0 of 2", "d": "0 of 2", "c": "1 of 2", "a": "2 of 2"}
    assert [(row[0], row[4]) for row in rows] == [(f"{q}: a number", n) for q, n in order.items()]


def test_in_every_notebook_the_next_reveal_answers_the_guesses():
    """`find_guesses` relies on it."""
    answered = 0
    for path in sorted(SOURCE.glob("*/*.ipynb")):
        cells, waiting = json.loads(path.read_text())["cells"], set()
        for source in ("".join(c["source"]) for c in cells if c["cell_type"] == "code"):
            if re.search(r"^guess\(", source, re.M):
                assert not waiting, f"{path.name}: nothing reveals {waiting}"
                waiting = {
                    name for name in re.findall(r"(\w+)=\.\.\.", source) if name[:4] != "own_"
                }
            if reveal := REVEAL.search(source):
                call = source[reveal.end() :]
                assert "**" in call or all(f"{name}=" in call for name in waiting), source
                answered += len(waiting)
                waiting = set()
        assert not waiting, f"{path.name}: nothing reveals {waiting}"
    assert answered


def test_long_words_in_many_cells_hold_up_nobody():
    cell = {"source": f"x = 'guess({'a' * 9_900}'", "outputs": []}
    began = time.process_time()
    assert find_guesses([cell] * 400) == {}
    assert time.process_time() - began < 10  # it took 100 s


def test_a_class_that_guessed_nothing_has_no_rows(tmp_path):
    """The report then says so in one sentence."""
    name = "1-backward-hooks.ipynb"
    for folder in ("release", "ada"):
        write_cells(tmp_path / folder / name, "guess(shape=..., factor=...)", *ASKED)
    assert len(list(Guesses().rows(tmp_path / "release", {"ada": tmp_path / "ada"}))) == 1


def test_the_median_of_the_minutes_is_shown_next_to_those_stated(tmp_path):
    name = "1-one.ipynb"
    title = {"cell_type": "markdown", "source": "# One\n\n*About 40 to 60 minutes (an estimate).*"}
    release = tmp_path / "release" / name
    write_cells(release, "minutes_needed = ...  # a number")
    notebook = json.loads(release.read_text())
    release.write_text(json.dumps(notebook | {"cells": [title, *notebook["cells"]]}))
    entered = {
        "ada": "50",
        "bob": "90",
        "cy": "...",
        "dee": "61.5  # alone",
        "eve": "9999",
        "f": "0",
    }
    for student, minutes in entered.items():
        write_cells(tmp_path / student / name, f"minutes_needed = {minutes}")
    folders = {student: tmp_path / student for student in entered}
    _, row = MinutesNeeded().rows(release.parent, folders)
    assert row == ["1-one", "40 to 60", "61.5", 3]
    assert list(MinutesNeeded().rows(release.parent, {"cy": folders["cy"]})) == []


@pytest.mark.parametrize("assignment", ["primer", "autograd", "simple-grad"])
def test_each_notebook_ends_with_the_question_how_long_it_took(assignment):
    for path in sorted((SOURCE / assignment).glob("*.ipynb")):
        last = json.loads(path.read_text())["cells"][-1]
        assert "".join(last["source"]) == "minutes_needed = ...  # a number", path.name


def test_notebooks_without_guesses_have_no_table(tmp_path):
    write_cells(tmp_path / "release" / "one.ipynb", "x = 1")
    assert list(Guesses().rows(tmp_path / "release", {})) == []


ASKED = [
    'own_code_questions.ask("trace", own_run)',
    "guess(own_1=..., own_2=..., own_3=...)",
    'own_code_questions.reveal("trace")',
]


def write_own(path: Path, said: str | None, fails: bool = False) -> None:
    """Write the graded notebook of a student who was asked about a function."""
    asked = "1 of 3 questions about your own trace, called as in this cell:\n\nown_1: <How>?\n"
    printed = ["", "", said] if said is None else [asked, "", f"Your own trace:\n{said}"]
    cells = [{"cell_type": "code", "source": ["def trace():\n", "    pass # &"], "outputs": []}]
    cells[0]["metadata"] = {"nbgrader": {"grade_id": "trace"}}
    for source, text in zip(ASKED, printed, strict=True):
        stream = [{"output_type": "stream", "name": "stdout", "text": text}] if text else []
        cells.append({"cell_type": "code", "metadata": {}, "source": source, "outputs": stream})
    error = [{"output_type": "error", "ename": "CheckFailed", "evalue": "No", "traceback": []}]
    test = {"nbgrader": {"grade_id": "test-trace-order"}}
    cells.append({"cell_type": "code", "metadata": test, "source": ""})
    cells[-1]["outputs"] = error if fails else []
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5}))


CLASS = {
    "ada": ("3 of 3.\n", False),
    "bob": ("0 of 3; own_1, own_2 and own_3 surprised you.\n", False),
    "cy": ("0 of 2; own_1 and own_2 surprised you.\n", True),
    "dee": ("No guess yet: replace the ... with one and look again.\n", False),
    "eve": (None, True),
    "fay": ("1 of 1.\nNo guess for own_2\n", False),
}


def test_guesses_about_their_own_code_have_a_row_for_each_task(tmp_path):
    name = "2-reverse-order.ipynb"
    write_cells(tmp_path / "release/autograd" / name, *ASKED)
    for student, (said, fails) in CLASS.items():
        write_own(tmp_path / student / name, said, fails)
    (tmp_path / "gus").mkdir()
    (tmp_path / "gus" / name).write_text('{"cells": [{"cell_type": "code", "source": 3}]}')
    folders = {student: tmp_path / student for student in [*CLASS, "gus", "hal"]}
    _, row = Guesses().rows(tmp_path / "release/autograd", folders)
    question = "questions about their own trace"
    assert row == [question, "2-reverse-order", "", "differs", "4 of 9", 3]
    head, *rows = NoneRight().rows(tmp_path / "release/autograd", folders)
    assert head == ["Function", "Notebook", "Students"]
    assert rows == [["trace", "2-reverse-order", ["bob"]]]
    del folders["bob"]
    assert list(NoneRight().rows(tmp_path / "release/autograd", folders)) == []


KNOWN = """student_id,name,notebook,cell,error,message
trace/forward,Takes backward for forward.,2-reverse-order,test-trace-order,,The order is wrong.
trace/names,Takes names for layers.,2-reverse-order,test-trace-order,,The order is wrong.
trace/names,Takes names for layers.,3-autograd-graph,test-graph-counts,,It has 4 of 9 nodes.
trace/types,Takes types for layers.,2-reverse-order,test-trace-order,,The order is wrong.
trace/types,Takes types for layers.,3-autograd-graph,test-graph-counts,,It has 5 of 9 nodes.
edges/none,Forgets the edges.,4-visited-memory,test-edges,,No edge is there.
edges/stub,Nothing.,4-visited-memory,test-edges,not written,This part is not written yet.
"""


def test_students_are_compared_with_known_wrong_answers(tmp_path, monkeypatch):
    monkeypatch.setattr(misconceptions, "ANSWERS", tmp_path)
    (tmp_path / "autograd.csv").write_text(KNOWN)
    order, nodes = "The order is wrong.", "It has {} of 9 nodes."
    heard = {
        "one": {"test-trace-order": order},
        "two": {"test-trace-order": order, "test-graph-counts": nodes.format(5)},
        "any": {"test-trace-order": order, "test-graph-counts": nodes.format(7)},
        "half": {"test-graph-counts": nodes.format(4)},
        "other": {"test-trace-order": "The sums are wrong."},
        "none": {},
    }
    for student, said in heard.items():
        for cell, message in said.items():
            name = "2-reverse-order" if cell == "test-trace-order" else "3-autograd-graph"
            write_cells(tmp_path / student / f"{name}.ipynb", failed={cell: message})
    folders = {student: tmp_path / student for student in heard}
    release = tmp_path / "release" / "autograd"
    check = "# Check: the order, x first (run when your work is graded).\nassert 1"
    write_cells(release / "2-reverse-order.ipynb", "x = 1", tests={"test-trace-order": check})
    head, *rows = Misconceptions().rows(release, folders)
    assert head == ["Mistake", "Task", "Failed checks", "Messages", "Students", "Who"]
    task, both = "trace, notebook 2 and 3", "counts; the order, x first"
    either = "One of: (1) Takes names for layers. (2) Takes types for layers."
    assert rows == [
        ["Takes backward for forward.", "trace, notebook 2", "the order, x first", 1, 1, ["one"]],
        ["Takes types for layers.", task, both, 2, 1, ["two"]],
        [either, task, both, 2, 1, ["any"]],
    ]
    known = read_known_answers(tmp_path / "autograd.csv")
    assert "edges/stub" not in [answer.name for answer in known]
    assert list(Misconceptions().rows(tmp_path / "release" / "other", folders)) == []


@pytest.mark.parametrize("number, end", [(5, "(5) E."), (6, "(5) 2 others.")])
def test_of_many_mistakes_one_more_is_listed_and_not_only_counted(
    tmp_path, monkeypatch, number, end
):
    monkeypatch.setattr(misconceptions, "ANSWERS", tmp_path)
    lines = [f"f/{each},{each}.,1-one,test-f-x,,No." for each in "ABCDEF"[:number]]
    (tmp_path / "lab.csv").write_text("\n".join([KNOWN.splitlines()[0], *lines]))
    write_cells(tmp_path / "ada" / "1-one.ipynb", failed={"test-f-x": "No."})
    _, row = Misconceptions().rows(tmp_path / "release" / "lab", {"ada": tmp_path / "ada"})
    assert row[0] == f"One of: (1) A. (2) B. (3) C. (4) D. {end}"


def test_a_table_that_lacks_a_column_is_one_sentence(tmp_path):
    (tmp_path / "known.csv").write_text("a,b\n")
    with pytest.raises(ValueError, match="lacks the column student_id"):
        read_known_answers(tmp_path / "known.csv")


def test_students_whose_answers_compute_the_same_are_a_row(tmp_path):
    notebook = "5-run-the-graph"
    answers = {"ada": "a", "bob": "b", "cy": "c", "di": "d", "eve": "changed", "fay": "f"}
    for student, source in answers.items():
        cell = {"cell_type": "code", "source": source, "outputs": []}
        cell["metadata"] = {"nbgrader": {"grade_id": "run_backward"}}
        path = tmp_path / "autograded" / student / f"{notebook}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps({"cells": [cell]}))
    computed = [
        ("ada", "a", "1" * 64, "It believes."),
        ("bob", "b", "2" * 64, ""),
        ("cy", "c", "2" * 64, ""),
        ("di", "d", "3" * 64, ""),
        ("eve", "e", "2" * 64, ""),
        ("fay", "f", "", ""),
        ("gus", "g", "2" * 64, ""),
    ]
    write_outputs(
        tmp_path,
        "autograd",
        [
            Outputs("run_backward", student, digest_of_source(source), outputs, belief)
            for student, source, outputs, belief in computed
        ],
    )
    folders = {student: tmp_path / "autograded" / student for student in answers}
    _, *rows = SameOutputs().rows(tmp_path / "release/autograd", folders)
    assert rows == [
        ["A mistake that no known answer has.", "run_backward", 2, ["bob", "cy"]],
        ["It believes.", "run_backward", 1, ["ada"]],
    ]
    assert list(SameOutputs().rows(tmp_path / "release/primer", folders)) == []


def test_functions_that_were_compared_by_outputs_are_not_matched_by_messages(tmp_path):
    known = read_known_answers(ROOT / "answers/autograd.csv")
    answer = next(each for each in known if each.name.startswith("run_backward/"))
    failed = {cell: message for _, cell, message in answer.heard}
    write_cells(tmp_path / "autograded/ada/5-run-the-graph.ipynb", failed=failed)
    folders = {"ada": tmp_path / "autograded/ada"}
    folder = tmp_path / "release/autograd"
    assert len(list(Misconceptions().rows(folder, folders))) > 1
    write_outputs(tmp_path, "autograd", [Outputs("run_backward", "ada", "", "", "")])
    assert len(list(Misconceptions().rows(folder, folders))) == 1
