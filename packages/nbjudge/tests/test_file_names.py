"""No two modules have one file name: a reader who hears it finds one file.

Modules of tests that are in no package are imported by their bare names, those of the repository's
other tests too if both run in one pytest. The second of one name would not be imported.
"""

from collections import Counter
from pathlib import Path

from nbjudge_testing.paths import ROOT

TESTS = [ROOT / "tests", ROOT.parent.parent / "tests", ROOT.parent.parent / "tools"]
MATERIAL = {"attacks", "courses", "sample_course"}  # what tests read and never import
PLUGINS = {"__init__.py", "conftest.py"}


def repeated(paths: list[Path]) -> list[str]:
    names = Counter(path.name for path in paths)
    return [name for name, number in names.items() if number > 1 and name not in PLUGINS]


def test_no_file_name_of_the_package_is_there_twice():
    modules = list((ROOT / "src" / "nbjudge").rglob("*.py"))
    assert repeated(modules) == []


def test_no_module_outside_of_packages_has_the_name_of_another():
    files = [
        path
        for folder in TESTS
        for path in folder.rglob("*.py")
        if not MATERIAL & {*path.parts} and not (path.parent / "__init__.py").exists()
    ]
    assert repeated(files) == []
