"""No two modules have one file name: a reader who hears it finds one file.

Helpers of tests are imported by their bare names, those of the repository's other tests too if both
run in one pytest. Two of one name would take each other's place without a word.
"""

from collections import Counter
from pathlib import Path

from package_root import ROOT

TESTS = [ROOT / "tests", ROOT.parent.parent / "tests", ROOT.parent.parent / "tools"]
MATERIAL = {"attacks", "courses", "sample_course"}  # what tests read and never import
PLUGINS = {"__init__.py", "conftest.py"}


def repeated(paths: list[Path]) -> list[str]:
    names = Counter(path.name for path in paths)
    return [name for name, number in names.items() if number > 1 and name not in PLUGINS]


def test_no_file_name_of_the_package_is_there_twice():
    modules = list((ROOT / "src" / "nbjudge").rglob("*.py"))
    assert len(modules) > 100
    assert repeated(modules) == []


def test_no_test_and_no_helper_has_the_name_of_another():
    files = [path for folder in TESTS for path in folder.rglob("*.py")]
    assert repeated([path for path in files if not MATERIAL & {*path.parts}]) == []
