"""What checks said is found by what ended them and by points, never by how a sentence is put."""

import json

import pytest
from IPython.core.formatters import DisplayFormatter
from nbformat.v4 import new_output

from nbjudge.awards import AWARDS, Awards
from nbjudge.border.outputs import Shelf, bounded
from nbjudge.course.check_names import ON_STDERR, UNWRITTEN, CheckMessage, messages_of


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
    assert messages_of([output]) == expected


def test_a_table_alone_says_nothing():
    data = {"text/html": some_awards()._repr_html_(), "text/plain": "2.0"}
    assert messages_of([new_output("execute_result", data)]) == []


def test_parts_from_a_shared_cell_are_bounded_and_checked():
    rows = [
        ["a", 0, 1, "why"],
        ["b", "0", 1, "why"],
        [],
        "x",
        {"y": 1},
        ["c" * 10**5, 0, 1, "\ud800"],
    ]
    shelf = Shelf(10**6)
    shelf.put({"output_type": "execute_result", "data": {AWARDS: rows}})
    (output,) = shelf.take()
    (first, last) = output["data"][AWARDS]
    assert first == ["a", 0, 1, "why"] and len(last[0]) == 20_000 and last[3] == "?"
    shelf.put({"output_type": "execute_result", "data": {AWARDS: "text"}})
    assert shelf.take()[0]["data"] == {}


@pytest.mark.parametrize("parts", [3, "text", [3], [["a"]], [["a", "1", 2, "b"]], {"a": 1}, None])
def test_strange_parts_are_as_good_as_none(parts):
    assert messages_of([new_output("execute_result", {AWARDS: parts})]) == []


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("AssertionError", "Not a NameError.\nmore", CheckMessage("Not a NameError.")),
        ("CheckFailed", "on stderr: no", CheckMessage("on stderr: no")),
        ("NameError", "x", CheckMessage("NameError: x", "NameError")),
        ("NotImplementedError", "", CheckMessage("(no message)", UNWRITTEN)),
        ("NotImplementedError", "This part is not written yet.\nmore",
         CheckMessage("This part is not written yet.", UNWRITTEN)),
        ("NotImplementedError", 'Module [Net] is missing the required "forward" function',
         CheckMessage('NotImplementedError: Module [Net] is missing the required "forward" '
                      "function", "NotImplementedError")),
    ],
)  # fmt: skip
def test_what_ended_a_check_is_told_apart_from_what_it_says(name, text, message):
    assert messages_of([new_output("error", ename=name, evalue=text)]) == [message]


def test_a_line_on_stderr_is_marked_as_one():
    said = messages_of([new_output("stream", name="stderr", text="a\nb\n")])
    assert said == [CheckMessage("on stderr: a", ON_STDERR)]
