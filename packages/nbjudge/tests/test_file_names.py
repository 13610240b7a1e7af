"""No two modules of the package have one file name: a reader who hears it finds one file."""

from collections import Counter

from places import ROOT


def test_no_file_name_is_there_twice():
    names = Counter(path.name for path in (ROOT / "src" / "nbjudge").rglob("*.py"))
    assert len(names) > 100
    del names["__init__.py"]
    assert [name for name, number in names.items() if number > 1] == []
