"""What checks said is found by what ended them and by points, never by how a sentence is put."""

import json

import nbformat
import pytest
from IPython.core.formatters import DisplayFormatter
from nbformat.v4 import new_code_cell, new_output

from nbisolate import application
from nbisolate.bridge.outputs import Shelf, bounded
from nbjudge.awards import AWARDS, Awards
from nbjudge.course.failed_cells import (
    CANNOT_JUDGE,
    DEBUGGER,
    NO_KEYBOARD,
    ON_STDERR,
    UNWRITTEN,
    CheckMessage,
    failed_names,
    messages_of,
    read_messages,
)
from nbjudge.runner import NBJUDGE


@pytest.fixture(autouse=True)
def of_nbjudge(monkeypatch):
    """Let this process be one of a notebook that nbjudge runs."""
    monkeypatch.setattr(application, "_current", NBJUDGE)


def shown(awards: Awards) -> dict:
    """The output of a test cell that ends with `awards`, as IPython makes it."""
    data, metadata = DisplayFormatter().format(awards)
    output = {"output_type": "execute_result", "data": data, "metadata": metadata}
    return output | {"execution_count": None}


def some_awards(kind: type[Awards] = Awards) -> Awards:
    awards = kind(of=6)
    awards.give("all there", 2, "They are.")
    awards.miss("a <leaf>", 3, "Yours & mine, 0 of 3.")
    awards.miss("the rest", 1)
    return awards


class Elsewhere(Awards):
    """The same points under a table of another kind."""

    def _repr_html_(self) -> str:
        return "<p>Alles anders.</p>"


@pytest.mark.parametrize("kind", [Awards, Elsewhere])
def test_parts_without_their_points_are_read_off_the_points(kind):
    output = json.loads(json.dumps(bounded(shown(some_awards(kind)), 10**6)))
    assert output["data"]["text/plain"] == "2.0"
    expected = [CheckMessage("a <leaf>: Yours & mine, 0 of 3."), CheckMessage("the rest")]
    assert messages_of([output], {}) == expected


def test_a_table_alone_says_nothing():
    data = {"text/html": some_awards()._repr_html_(), "text/plain": "2.0"}
    assert messages_of([new_output("execute_result", data)], {}) == []


def test_parts_from_an_in_process_cell_are_checked():
    rows = [["a", 0, 1, "why"], ["b", "0", 1, "why"], ["c", 0], ["d" * 10**5, 0, 1, "\ud800"]]
    shelf = Shelf(10**6)
    shelf.put({"output_type": "execute_result", "data": {AWARDS: rows}})
    expected = [CheckMessage("a: why"), CheckMessage(f"{'d' * 20_000}: ?")]
    assert messages_of(shelf.take(), {}) == expected


@pytest.mark.parametrize("parts", [3, "text", [3], [["a"]], [["a", "1", 2, "b"]], {"a": 1}, None])
def test_strange_parts_are_as_good_as_none(parts):
    assert messages_of([new_output("execute_result", {AWARDS: parts})], {}) == []


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("AssertionError", "Not a NameError.\nmore", CheckMessage("Not a NameError.")),
        ("CheckFailed", "on stderr: no", CheckMessage("on stderr: no")),
        ("NameError", "x", CheckMessage("NameError: x", "NameError")),
        ("ValueError", "", CheckMessage("ValueError", "ValueError")),
        ("AssertionError", "", CheckMessage("AssertionError")),
        ("BdbQuit", "", CheckMessage(DEBUGGER)),
        ("EOFError", "EOF when reading a line", CheckMessage(NO_KEYBOARD, "EOFError")),
        ("SyntaxError", "invalid syntax (<f 3>, line 2)",
         CheckMessage("SyntaxError: invalid syntax (line 2)", "SyntaxError")),
        ("UndecidedError", "tag it nbjudge:in-process", CheckMessage(CANNOT_JUDGE)),
        ("NotImplementedError", "", CheckMessage("Not written yet.", UNWRITTEN)),
        ("NotImplementedError", "This part is not written yet.\nmore",
         CheckMessage("Not written yet.", UNWRITTEN)),
        ("NotImplementedError", 'Module [Net] is missing the required "forward" function',
         CheckMessage('NotImplementedError: Module [Net] is missing the required "forward" '
                      "function", "NotImplementedError")),
    ],
)  # fmt: skip
def test_what_ended_a_check_is_told_apart_from_what_it_says(name, text, message):
    assert messages_of([new_output("error", ename=name, evalue=text)], {}) == [message]


def test_a_line_on_stderr_is_marked_as_one():
    said = messages_of([new_output("stream", name="stderr", text="a\nb\n")], {})
    assert said == [CheckMessage("on stderr: a", ON_STDERR)]


def cell(source, *error, **nbgrader):
    outputs = [new_output("error", ename=error[0], evalue=error[1])] if error else []
    return new_code_cell(source, outputs=outputs, metadata={"nbgrader": nbgrader})


NO_INPUT = ("EOFError", "input() has nobody to answer\nit")
LACKING = ("NameError", "name 'square' is not defined")
CAUSE = "square does not exist, because its cell raised EOFError: input() has nobody to answer"


@pytest.mark.parametrize(
    "source",
    [
        "n = int(input())\ndef square(x):\n    return x * x",
        "```python\ndef square(x):\n    return x * x\n```",
        "async def square(x): ...",
        "if True:\n    class square: ...",
        "square = make(input())",
    ],
)
def test_a_name_whose_cell_failed_is_explained_by_that_cell(source, tmp_path):
    cells = [cell(source, *NO_INPUT), cell("assert square(2)", *LACKING, grade=True, grade_id="t")]
    assert messages_of(cells[1].outputs, failed_names(cells)) == [CheckMessage(CAUSE)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "n.ipynb")
    assert read_messages(tmp_path / "n.ipynb", {"t"}) == {"t": [CheckMessage(CAUSE)]}


def test_a_name_whose_cell_was_stopped_is_explained_by_the_stop():
    stopped = cell("ready = True\nwhile True: pass", "KeyboardInterrupt", "")
    evalue = "This cell was stopped: stopped after 30 s."
    stopped.outputs.append(new_output("error", ename="Stopped", evalue=evalue))
    test = cell("assert ready", "NameError", "name 'ready' is not defined", grade=True)
    sentence = "ready does not exist, because its cell was stopped: stopped after 30 s"
    assert messages_of(test.outputs, failed_names([stopped, test])) == [CheckMessage(sentence)]


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("square = 1", ()),
        ("squares = 1", NO_INPUT),
        ("print(square == 1)", NO_INPUT),
        ("# def square(x):", NO_INPUT),
    ],
)
def test_another_cell_is_no_cause(source, error):
    cells = [cell(source, *error), cell("assert square(2)", *LACKING, grade=True, grade_id="t")]
    (message,) = messages_of(cells[1].outputs, failed_names(cells))
    assert message == CheckMessage("NameError: name 'square' is not defined", "NameError")


def test_a_cell_of_the_tests_is_no_cause():
    cells = [cell("def helper(): ...", *NO_INPUT, grade=True, grade_id="a")]
    assert failed_names(cells) == {}


def test_no_source_takes_long_to_search():
    for text in ("\n" * 10**6, " " * 10**6, "a" * 10**6, "\n \t" * 10**5, "(def " * 10**5):
        assert failed_names([cell(text, *NO_INPUT)]) == {}
