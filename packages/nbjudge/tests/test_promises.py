"""Each promise of docs/security.md names a test, and each test that it names is there."""

import re

import pytest
from package_root import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text()
TESTS = ROOT / "tests"
FILES = {path.name for path in TESTS.rglob("test_*.py")}
FUNCTIONS = {
    name
    for path in TESTS.rglob("test_*.py")
    for name in re.findall(r"^(?:async )?def (test_\w+)\(", path.read_text(), flags=re.M)
}
ATTACKS = {path.stem for path in (TESTS / "attacks").glob("*/*.py")}
HELD = "Held by"


def rows() -> list[list[str]]:
    """The rows of the tables whose last column says what test holds them."""
    found, holds = [], False
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            holds = False
        elif cells[-1] == HELD:
            holds = True
        elif holds and set(line) - set("|- "):
            found.append(cells)
    return found


def is_there(name: str) -> bool:
    """Whether a test, a file of tests, a folder of attacks, or an attack has this name."""
    if name.endswith("/"):
        return (TESTS / name).is_dir()
    if name.endswith(".py"):
        return name in FILES or (TESTS / name.removeprefix("tests/")).is_file()
    return name in FUNCTIONS | ATTACKS


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0][:50])
def test_each_row_names_tests_that_are_there(row):
    names = re.findall(r"`([^`]+)`", row[-1])
    assert names, "no test holds it"
    assert [name for name in names if not is_there(name)] == []


def test_each_test_that_the_page_names_is_there():
    named = re.findall(r"`((?:tests/)?(?:\w+/)*test_\w+(?:\.py)?|attacks/\w+/)`", PAGE)
    assert len(rows()) > 30 and len(named) > 60
    assert [name for name in named if not is_there(name)] == []
