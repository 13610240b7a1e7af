"""A check shows the first value that differs in the statement at which a test cell fails."""

import contextlib
import io

import pytest
from nbformat.v4 import new_code_cell, new_output

from nbjudge.adopt.values import watched


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        ("assert f(x) + 1 == 8", ["2", "6", "7", "False"]),
        ("assert not isinstance(x, int)", ["2", "True"]),
        ("assert all(map(lambda y: y > f(x), [7])), f(1)", ["7", "2", "6", "True", "True"]),
        ("check(f(1), x)", ["5", "2"]),
        ("if x:\n    assert f(x) == 7", ["2", "6", "False"]),
        ("assert set('fedcba') == x", ["{'a', 'b', 'c', 'd', 'e', 'f'}", "2", "False"]),
        ("assert sorted([set('dcba')]) == x", ["{'a', 'b', 'c', 'd'}", "[{'a', 'b', 'c', 'd'}]"]),
        ("assert sorted([object()]) == x", ["[<object object>]", "2", "False"]),
        ("assert sorted(\n    [f(x), x]\n)[0] == 1", ["2", "6", "2", "[2, 6]", "2", "False"]),
    ],
)
def test_each_expression_of_what_fails_prints_its_value(statement, values):
    """In the order in which Python works them out; an assertion that passes prints them, too."""
    line = 2 if statement.startswith("if") else 1
    error = new_output("error", ename="E", evalue="", traceback=[f"Cell In[1], line {line}\n"])
    source = watched(new_code_cell(statement, outputs=[error]))
    names = {"f": lambda x: x + 4, "x": 2, "check": lambda a, b: None}
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.suppress(AssertionError):
        exec(source, names)
    said = [line.removeprefix("nbjudge_value ") for line in out.getvalue().splitlines()]
    assert [value for value in said if value[0] != "<" and value != "None"][: len(values)] == values


@pytest.mark.parametrize("source", ["x = f(2)", "with open(1):\n    pass", "no python", "del x"])
def test_another_statement_has_no_values(source):
    error = new_output("error", ename="E", evalue="", traceback=["Cell In[1], line 1\n"])
    assert watched(new_code_cell(source, outputs=[error])) == ""
    assert watched(new_code_cell(source)) == ""
