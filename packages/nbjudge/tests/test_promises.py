"""Each promise of docs/promises.md has a test, and that test fails once the defense is taken out.

`make promises` runs all mutations of promises.toml; some cheap ones run in `make test`.
nbisolate's tests/test_nbisolate_promises.py tests the support that this file imports.
"""

import sys

import pytest

from nbisolate_testing.mutations import (
    failure,
    missing_names,
    missing_tests_of_pages,
    mutate,
    read_rows,
    undefined_names,
)
from nbjudge_testing.paths import PACKAGES, ROOT

sys.path.append(str(PACKAGES / "nbisolate" / "tools"))
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
    assert written == page(ROOT), "type: python ../nbisolate/tools/promises_page.py nbjudge"


def test_each_test_that_a_page_names_is_there():
    assert missing_tests_of_pages(ROOT / "docs") == []
