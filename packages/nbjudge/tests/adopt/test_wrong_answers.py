"""Small mistakes in a solution: few are written, and they are spread over its statements."""

import ast

import pytest
from nbformat.v4 import new_code_cell

from nbjudge.adopt.wrong_answers import MISTAKES, _put_mistake
from nbjudge.mutants import spread_mutant

PAIRS = ", ".join(f"({number}, {number**2})" for number in range(1000))
WITH_A_TABLE = f"""\
def square(x):
    table = [{PAIRS}]
    for number, result in table:
        if number == x:
            return result
    return None
"""


def mistakes(source):
    """The mistakes of all wrong answers to a cell, and the sources with them."""
    made = []
    for number in range(len(MISTAKES)):
        cell = new_code_cell(source)
        made.append((_put_mistake(cell, number), cell.source))
    return made


def test_of_a_cell_with_a_large_table_only_the_chosen_mutants_are_written(monkeypatch):
    """Ten thousand mutants would each be written and compiled, which takes minutes."""
    written = []
    unparse = ast.unparse
    monkeypatch.setattr(ast, "unparse", lambda tree: written.append(1) or unparse(tree))
    assert spread_mutant(WITH_A_TABLE, 0, 3)
    assert len(written) <= 2  # the code as it is, and the mutant


@pytest.mark.parametrize("source", [WITH_A_TABLE, f"square = dict([{PAIRS}])[x + 1]"])
def test_at_most_one_of_the_mistakes_is_in_a_table(source):
    sources = [wrong for _, wrong in mistakes(source)]
    assert len(set(sources)) == len(MISTAKES) and source not in sources
    assert sum(PAIRS not in wrong for wrong in sources) <= 1


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("y = x + 1", ["y = x", "y = 1 + x", "y = x + 2"]),
        ("a = x\nb = y\nc = z", ["pass", "pass", "pass"]),
        ("import math", [None, None, None]),
    ],
)
def test_each_statement_has_a_mistake_and_a_single_one_has_several(source, wrong):
    changes = [change for change, _ in mistakes(source)]
    assert [change and change.new_line for change in changes] == wrong


def test_the_quoted_lines_show_the_mistake_also_in_a_long_line():
    for change, _ in mistakes(f"table = [{PAIRS}]"):
        assert change.old_line != change.new_line
        assert max(len(change.old_line), len(change.new_line)) < 100
