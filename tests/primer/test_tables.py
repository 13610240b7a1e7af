"""Pictures of Jacobians: the patterns that notebook 2 asks for, and a cell for each number."""

import re

import pytest
import torch
from support.notebook_imports import importing
from support.paths import SOURCE


@pytest.fixture(scope="module")
def tables():
    with importing(SOURCE / "primer") as load:
        yield load("drawing.tables")


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (lambda x: x * x, "diagonal"),
        (lambda x: x.sum().reshape(1), "row"),
        (lambda x: x[1:] - x[:-1], "band"),
        (lambda x: torch.ones(4, 6) @ x, "full"),
        (lambda x: x.cumsum(0), "triangle"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_the_pattern_of_a_jacobian_has_the_name_that_the_text_gives_it(tables, function, name):
    x = torch.arange(1.0, 7.0)
    assert tables.pattern(torch.autograd.functional.jacobian(function, x)) == name


def test_each_number_has_a_cell_with_its_color_and_its_digits(tables, monkeypatch):
    shown = []
    monkeypatch.setattr(tables, "display", lambda page: shown.append(page.data))
    assert tables.show_table(torch.tensor([[2.0, 0.0], [-1.0, 0.5]]), "a < b") is None
    [page] = shown
    assert "a &lt; b" in page and page.count("<tr>") == 2
    cells = re.findall(r"rgb\((\d+), (\d+), (\d+)\).*?>([^<]+)</td>", page)
    assert [text for *_, text in cells] == ["2", "0", "-1", "0.5"]
    blue, white, red, light = [tuple(map(int, color)) for *color, _ in cells]
    assert white == (255, 255, 255) and blue[2] > blue[0] and red[0] > red[2]
    assert blue[0] < light[0] < 255, "a smaller number is lighter"


def test_a_table_of_zeros_is_drawn(tables, monkeypatch):
    monkeypatch.setattr(tables, "display", lambda page: None)
    tables.show_table(torch.zeros(2, 3), "zeros")
