"""Each promise of docs/promises.md has a test, and that test fails once the defense is taken out.

`make promises` runs all mutations of promises.toml; three cheap ones run in `make test`.
"""

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from nbjudge_testing.mutations import ROWS, TEST_FOLDERS, failure, mutate
from nbjudge_testing.paths import ROOT, TESTS

sys.path.append(str(ROOT / "tools"))
from promises_page import page, read_rows

FILES = {path.name: path for tests in TEST_FOLDERS for path in tests.rglob("test_*.py")}
FUNCTIONS = {
    (path.relative_to(tests).as_posix(), name)
    for tests in TEST_FOLDERS
    for path in tests.rglob("test_*.py")
    for name in re.findall(r"^(?:async )?def (test_\w+)\(", path.read_text(), flags=re.M)
}
ATTACKS = {path.stem for path in (TESTS / "attacks").glob("*/*.py")}
every_row = pytest.mark.parametrize("row", ROWS, ids=[f"{row.attack[:60]}" for row in ROWS])


def is_there(name: str) -> bool:
    """Return True if a test, a file of tests, a folder of attacks, or an attack has this name."""
    if name.endswith("/"):
        return (TESTS / name).is_dir()
    return name in FILES or name in {each for _, each in FUNCTIONS} | ATTACKS


@every_row
def test_each_row_names_tests_that_are_there_and_a_mutation_that_applies(row, tmp_path):
    file, _, name = row.test.partition("::")
    assert (file, name.partition("[")[0]) in FUNCTIONS
    assert [name for name in row.also if not is_there(name)] == []
    assert row.attack and row.defense
    mutate(row, tmp_path)
    compile((tmp_path / row.file).read_text(), row.file, "exec")


def undefined(rows, folder):
    """What ruff says of names that are used and defined nowhere in the mutated files."""
    for number, row in enumerate(rows):
        mutate(row, folder / str(number))
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select=F821"]
    checked = subprocess.run(
        [*ruff, "--output-format=concise", folder], capture_output=True, text=True
    )
    assert checked.returncode in (0, 1), checked.stderr
    return [line for line in checked.stdout.splitlines() if "F821" in line]


def test_no_mutation_uses_a_name_that_is_defined_nowhere(tmp_path):
    """With such a mutation, the test of the row would fail whatever it tests."""
    assert undefined(ROWS, tmp_path / "all") == []
    broken = replace(ROW, mutation="if not_there(status):")
    (line,) = undefined([broken], tmp_path / "one")
    assert "`not_there`" in line


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, marks=() if row.cheap else pytest.mark.soak, id=row.attack[:60])
        for row in ROWS
    ],
)
def test_without_the_defense_the_test_fails(row, tmp_path):
    print(failure(row, tmp_path))


def test_three_rows_are_run_each_time():
    assert sum(row.cheap for row in ROWS) == 3


ROW = next(row for row in ROWS if "test_inbound" in row.test)
USELESS = {
    "it does not apply": ({"text": "status.st_uid == one.owner"}, "0 times"),
    "it stands there twice": ({"text": "status"}, "times"),
    "the test passes": ({"mutation": f"{ROW.text}  # as before"}, "did not fail"),
    "the module cannot be imported": ({"mutation": "if (:"}, "cannot be imported"),
    "a name is missing": ({"mutation": "if not_there(status):"}, "only breaks the code"),
    "there is no such test": ({"test": "exchange/test_inbound.py::test_nothing"}, "did not fail"),
}


@pytest.mark.parametrize(("change", "said"), USELESS.values(), ids=USELESS)
def test_a_mutation_that_proves_nothing_is_refused(change, said, tmp_path):
    with pytest.raises(AssertionError, match=said):
        failure(replace(ROW, **change), tmp_path)


def test_the_page_is_that_of_the_rows():
    written = (ROOT / "docs" / "promises.md").read_text()
    assert written == page(read_rows()), "type: python tools/promises_page.py"


def test_each_test_that_a_page_names_is_there():
    named = [
        name
        for path in (ROOT / "docs").glob("*.md")
        for name in re.findall(
            r"`((?:tests/)?(?:\w+/)*test_\w+(?:\.py)?|attacks/\w+/)`", path.read_text()
        )
    ]
    assert named
    assert [name for name in named if not is_there(name.rpartition("/")[2] or name)] == []
