"""Modules that are not installed where submissions are graded, read from the text of notebooks."""

import pytest

from nbjudge.course.missing_modules import missing_modules, module_sentences
from nbjudge.gradebook.record import NotebookRecord, Record


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import no_such", ["no_such"]),
        ("import no_such.part as p, json", ["no_such.part"]),
        ("from no_such.part import *", ["no_such.part"]),
        ("import json.no_such", ["json.no_such"]),
        ("import google.colab", ["google.colab"]),
        ("%matplotlib inline\nimport no_such", ["no_such"]),
        # Run or not:
        ("def f():\n    if False:\n        import no_such", ["no_such"]),
        ("import numpy, sys, os.path, __main__", []),
        ("from numpy import no_such", []),
        ("from . import no_such\nfrom .no_such import x", []),
        ("import helper, folder.part", []),
        # Its absence is expected:
        ("try:\n    import no_such\nexcept ImportError:\n    no_such = None", []),
        ("try:\n    import no_such\nexcept (OSError, ModuleNotFoundError):\n    pass", []),
        ("try:\n    if x:\n        import no_such\nexcept:\n    pass", []),
        ("with contextlib.suppress(ImportError):\n    import no_such", []),
        # Not here:
        ("try:\n    pass\nexcept ImportError:\n    import no_such", ["no_such"]),
        ("try:\n    import no_such\nexcept OSError:\n    pass", ["no_such"]),
        ("try:\n    import no_such\nfinally:\n    pass", ["no_such"]),
        ("with open('import'):\n    import no_such", ["no_such"]),
        # What cannot be read, or is large:
        ("import no_such ((", []),
        ("import " + "x" * 20_000, []),
        ("import no_such\n" + "#" * 300_000, []),
        ("import no_such\n" + "+".join(["x"] * 900), ["no_such"]),
        ("'import no_such'", []),
    ],
)
def test_what_an_import_spells_and_this_machine_lacks_counts(source, expected):
    files = ["helper.py", "folder/part.py", "data.csv"]
    lines = missing_modules([source, source], files)
    assert lines == [f"imports {name}, which is not installed here" for name in expected]


def test_what_an_error_says_does_not_count():
    raises = "raise ModuleNotFoundError(\"No module named 'no_such'\")"
    assert missing_modules([raises, "__import__('no_such')"]) == []


def test_no_notebook_names_more_than_a_few():
    assert len(missing_modules([f"import no_such_{number}" for number in range(99)])) == 5


def test_a_sentence_for_the_class_counts_each_submission_once():
    note = "p.ipynb imports tqdm, which is not installed here"
    kept = NotebookRecord(notes=[note])
    lost = NotebookRecord(note, notes=[note])
    other = NotebookRecord(notes=["p.ipynb imports google.colab, which is not installed here"])
    records = [
        Record(notebooks={"p": kept}),
        Record(notebooks={"p": lost, "q": lost}),
        Record(notebooks={"p": other}),
        Record(),
    ]
    advice = (
        "The name is the student's: look at the package before you install it, and grade again "
        "with --force. If your own notebook does not need it, remove the import"
    )
    assert module_sentences(records) == [
        "2 submissions import tqdm, which is not installed here; "
        f"1 lost points in a notebook that needs it. {advice}",
        "1 submission imports google.colab, which is not installed here; "
        f"0 lost points in a notebook that needs it. {advice}",
    ]
