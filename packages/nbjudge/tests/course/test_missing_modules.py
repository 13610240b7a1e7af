"""Modules that are not installed where submissions are graded, by what notebooks ended with."""

import pytest
from nbformat.v4 import new_code_cell, new_output

from nbjudge.course.missing_modules import missing_modules, module_sentences
from nbjudge.gradebook.record import NotebookRecord, Record


def cell(message, name="ModuleNotFoundError"):
    return new_code_cell("", outputs=[new_output("error", ename=name, evalue=message)])


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("No module named 'no_such'", ["no_such"]),
        ("No module named 'no_such.part'", ["no_such"]),
        ("No module named 'no_such.part'; 'no_such' is not a package", ["no_such"]),
        ("No module named 'json.no_such'", []),
        ("No module named 'numpy'", []),
        ("No module named '__main__'", ["__main__"]),
        ("No module named 'a b'", []),
        ("No module named ''", []),
        ("No module named '" + "x" * 20_000, []),
        ("", []),
    ],
)
def test_only_what_this_machine_lacks_counts(message, expected):
    found = missing_modules([cell(message), cell(message)])
    assert found == [f"imports {name}, which is not installed here" for name in expected]


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("from google.colab import drive", "google.colab"),
        ("if True:\n    import google.colab as colab", "google.colab"),
        ("import google.colab.drive", "google.colab.drive"),
        ("from google import colab", "google"),
        ("from googlex.colab import drive", "google"),
        ("this is no Python", "google"),
        ("import google." + "x" * 101, "google"),
    ],
)
def test_a_module_is_named_as_a_cell_imports_it(source, named):
    cells = [new_code_cell(source), cell("No module named 'google'")]
    assert missing_modules(cells) == [f"imports {named}, which is not installed here"]
    record = Record(notebooks={"p": NotebookRecord(notes=[f"p.ipynb {missing_modules(cells)[0]}"])})
    assert f"imports {named}, which" in module_sentences([record])[0]


def test_other_errors_and_outputs_do_not_count():
    stream = new_code_cell("", outputs=[new_output("stream", text="No module named 'no_such'")])
    assert missing_modules([cell("No module named 'no_such'", "ImportError"), stream]) == []


def test_no_notebook_names_more_than_a_few():
    assert len(missing_modules([cell(f"No module named 'no_such_{n}'") for n in range(99)])) == 5


def test_a_sentence_for_the_class_counts_each_submission_once():
    note = "p.ipynb imports tqdm, which is not installed here"
    kept, lost = NotebookRecord(notes=[note]), NotebookRecord(note, notes=[note])
    other = NotebookRecord(notes=["p.ipynb imports numba, which is not installed here"])
    records = [
        Record(notebooks={"p": kept}),
        Record(notebooks={"p": lost, "q": lost}),
        Record(notebooks={"p": other}),
        Record(),
    ]
    assert module_sentences(records) == [
        "2 submissions import tqdm, which is not installed here; "
        "1 lost points in a notebook that needs it. "
        "Install it and grade again with --force. If your own notebook does not need it, "
        "remove the import",
        "1 submission imports numba, which is not installed here; "
        "0 lost points in a notebook that needs it. "
        "Install it and grade again with --force. If your own notebook does not need it, "
        "remove the import",
    ]
