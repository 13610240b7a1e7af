"""Each promise of docs/promises.md has a test, and that test fails once the defense is taken out.

`make promises` runs all mutations of promises.toml; some cheap ones run in `make test`.
"""

import re
import sys
from dataclasses import replace

import pytest

from nbisolate_testing.mutations import (
    failure,
    missing_names,
    missing_tests_of_pages,
    mutate,
    read_rows,
    undefined_names,
)
from nbisolate_testing.paths import ROOT

sys.path.append(str(ROOT / "tools"))
from promises_page import page

ROWS = read_rows(ROOT)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.attack[:60])
def test_each_row_names_tests_that_are_there_and_a_mutation_that_applies(row, tmp_path):
    assert missing_names(row) == []
    assert row.attack
    assert row.defense
    mutate(row, tmp_path)
    compile((tmp_path / row.file).read_text(), row.file, "exec")


def test_no_mutation_uses_a_name_that_is_defined_nowhere(tmp_path):
    assert undefined_names(ROWS, tmp_path) == []


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, marks=() if row.cheap else pytest.mark.soak, id=row.attack[:60])
        for row in ROWS
    ],
)
def test_without_the_defense_the_test_fails(row, tmp_path):
    print(failure(row, tmp_path))


def test_some_rows_are_run_each_time():
    assert any(row.cheap for row in ROWS)


def test_the_page_is_that_of_the_rows():
    written = (ROOT / "docs" / "promises.md").read_text()
    assert written == page(ROOT), "type: python tools/promises_page.py"


def test_each_row_has_one_line_in_the_index_that_leads_to_it():
    text = page(ROOT)
    lines = re.findall(r'^- <a href="#(.+)">', text, flags=re.M)
    rows = re.findall(r'^\| <a id="(.+?)"', text, flags=re.M)
    assert lines == rows
    assert len(set(rows)) == len(ROWS)


def test_each_test_that_a_page_names_is_there():
    assert missing_tests_of_pages(ROOT / "docs") == []


ROW = next(row for row in ROWS if "test_lengths_are_refused" in row.test)


def test_what_a_row_names_and_is_not_there_is_found():
    assert missing_names(replace(ROW, also=["test_nothing", "attacks/nothing/"])) == [
        "test_nothing",
        "attacks/nothing/",
    ]
    renamed = "bridge/test_codec.py::test_nothing"
    assert missing_names(replace(ROW, test=renamed)) == [renamed]


def test_a_mutation_with_a_name_that_is_defined_nowhere_is_found(tmp_path):
    (line,) = undefined_names([replace(ROW, mutation="if not_there(size):")], tmp_path)
    assert "`not_there`" in line


USELESS = {
    "it does not apply": ({"text": "if size < MAX_HEADER:"}, "0 times"),
    "it stands there twice": ({"text": "size"}, "times"),
    "the test passes": ({"mutation": f"{ROW.text}  # as before"}, "did not fail"),
    "the module cannot be imported": ({"mutation": "if (:"}, "cannot be imported"),
    "a name is missing": ({"mutation": "if not_there(size):"}, "only breaks the code"),
    "there is no such test": ({"test": "bridge/test_codec.py::test_nothing"}, "did not fail"),
}


@pytest.mark.parametrize(("change", "message"), USELESS.values(), ids=USELESS)
def test_a_mutation_that_proves_nothing_is_refused(change, message, tmp_path):
    with pytest.raises(AssertionError, match=message):
        failure(replace(ROW, **change), tmp_path)
