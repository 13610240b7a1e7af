"""guess.py: what a notebook answers to guesses. Expected sentences are written out."""

import ast
import importlib.util

import nbformat
import pytest
import torch
from support.paths import ROOT


@pytest.fixture
def guesses():
    """A fresh import of the guess.py that students get."""
    spec = importlib.util.spec_from_file_location("guess", ROOT / "source/autograd/lab/guess.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_right_guesses_are_counted_and_wrong_ones_are_named(guesses, capsys):
    guesses.guess(a=True, b=3, c=(2, 3), d="first", y=True)
    guesses.reveal(a=True, b=3, c=torch.Size([2, 3]), d="First", y=False)
    assert capsys.readouterr().out == (
        "4 of 5; y surprised you.\n  y: you said True, it is False\n"
    )
    guesses.guess(y=False)
    guesses.reveal(a=True, y=False)
    assert capsys.readouterr().out == "2 of 2.\n"
    guesses.reveal(a=1, b=3.5, c=(2, 4))
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == "0 of 3; a, b and c surprised you." and len(rest) == 3


def test_a_missing_guess_costs_a_sentence(guesses, capsys):
    guesses.guess(a=..., b=1)
    guesses.reveal(a=2, b=1, c=3)
    advice = "No guess for a and c: replace the ... with one and look again.\n"
    assert capsys.readouterr().out == f"1 of 1.\n{advice}"
    guesses.reveal(a=2, c=3)
    assert capsys.readouterr().out == advice.replace("for a and c", "yet")


@pytest.mark.parametrize(
    ("mine", "true", "right"),
    [
        (1 / 3, 0.3333, True),
        (0.3, 1 / 3, False),
        (3, 3.0, True),
        (199, 200, False),
        (True, 1, False),
        (None, None, True),
        (None, 0.0, False),
        ([4, 2], (4, 2), True),
        ((4,), (4, 2), False),
        (torch.tensor([4, 2]), (4, 2), True),
        (2, torch.tensor(2.0), True),
        (" Last", "last", True),
        ("last", 3, False),
    ],
    ids=str,
)
def test_what_is_the_same(guesses, capsys, mine, true, right):
    guesses.guess(it=mine)
    guesses.reveal(it=true)
    assert capsys.readouterr().out.startswith("1 of 1." if right else "0 of 1; it surprised you.")


@pytest.mark.parametrize(
    "path", sorted((ROOT / "source").glob("*/*.ipynb")), ids=lambda it: it.stem
)
def test_a_guess_has_a_name_of_its_own_in_its_notebook(path):
    """The report has a row for each name."""
    cells = nbformat.read(path, as_version=4).cells
    names = [
        keyword.arg
        for cell in cells
        if cell.cell_type == "code" and cell.id.startswith("guess-")
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "guess"
        for keyword in node.keywords
    ]
    assert names and len(names) == len(set(names))
