"""Outputs that are data: tables of the MIME types that the application names."""

import pytest

from nbisolate import Application, application
from nbisolate.bridge.outputs import MESSAGE, Shelf

POINTS = "application/vnd.example.points+json"
GOOD = ["a", 0, 1.5, "why"]
ROWS = [GOOD, [], "x", {"y": 1}, ["b", [1]], ["c", None], ["d" * 10**5, "\ud800"]]


def kept_of(data) -> dict:
    """The data of an output that the student's process sends, as it is kept."""
    shelf = Shelf(10**6)
    shelf.put({"output_type": "execute_result", "data": data})
    return shelf.take()[0]["data"]


@pytest.fixture
def tables(monkeypatch):
    monkeypatch.setattr(application, "_current", Application(tables=(POINTS,)))


def test_rows_of_texts_and_numbers_are_kept_and_bounded(tables):
    assert kept_of({POINTS: ROWS})[POINTS] == [GOOD, ["d" * MESSAGE, "?"]]


def test_a_table_that_is_no_list_is_left_out(tables):
    assert kept_of({POINTS: "text"}) == {}


def test_tables_of_an_unknown_type_are_left_out():
    assert kept_of({POINTS: ROWS}) == {}
