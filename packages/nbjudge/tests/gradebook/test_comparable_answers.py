"""What belongs to an answer, and which answers are equal."""

import base64
import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from nbjudge.files.file_names import RECORD
from nbjudge.gradebook.answers import ELSEWHERE, equal_answers, read_answers, read_graded
from nbjudge.gradebook.definition import CellDefinition, NotebookDefinition
from nbjudge.gradebook.record import NotebookRecord, Record, write_record
from nbjudge_testing.courses import cell, notebook

PLAIN = "## The next question"
COURSE = NotebookDefinition(
    "one",
    None,
    {
        "given": CellDefinition("given", "code", "x = 1", "", True, None, False, False),
        "essay": CellDefinition("essay", "markdown", "Write.", "", True, 3.0, False, True),
        "why": CellDefinition("why", "markdown", "Why?", "", False, 3.0, True, False),
    },
    plain=frozenset({PLAIN}),
)


def given():
    return cell("given", "x = 1", locked=True)


def task():
    return cell("essay", "Write.", new_markdown_cell, 3, task=True, locked=True)


def written(text="See the next cell."):
    return cell("why", text, new_markdown_cell, 3, grade=True, solution=True)


def note(text):
    return new_markdown_cell(text)


def saved(cells) -> bytes:
    return nbformat.writes(notebook(cells)).encode()


def read(cells, files=None):
    return read_answers(saved(cells), files or {}, COURSE)


def equal(one, other) -> set[str]:
    return equal_answers(read(one), read(other))


def changed(one, other) -> set[str]:
    one = read(one).digests
    other = read(other).digests
    return {name for name in one if one[name] != other.get(name)}


def test_an_essay_for_a_task_is_equal_to_no_other():
    """Its cell is locked and the same for everybody; the essay is in a cell of the student's."""
    good = [given(), written("Because."), task(), note("Two pages.")]
    poor = [given(), written("Because."), task(), note("no time")]
    assert equal(good, poor) == equal(good, good) == {"why"}
    assert changed(good, poor) == {"essay"}


def test_a_task_whose_text_has_changed_since_is_equal_to_no_other():
    regenerated = NotebookDefinition("one", None, {})
    read_again = read_answers(saved([given(), task(), note("An essay.")]), {}, regenerated)
    assert read_again.digests.keys() == {"essay"}
    assert equal_answers(read_again, read_again) == set()


def test_every_cell_of_the_students_belongs_to_a_task():
    before = [given(), written("Because."), note(PLAIN), task(), note("Two pages.")]
    scratch = [note("scratch"), *before]
    assert "essay" in changed(before, scratch)
    assert changed(before, [*before, note(PLAIN)]) == set()


@pytest.mark.parametrize("place", [1, 2])
def test_the_cells_around_a_written_answer_belong_to_it(place):
    """Up to the course's cells before and after."""
    others = []
    for text in ("a good answer", "no time"):
        cells = [given(), written(), note(PLAIN)]
        cells.insert(place, note(text))
        others.append(cells)
    assert equal(*others) == set() and changed(*others) == {"why"}
    assert equal(others[0], others[0]) == {"why"}


def test_cells_behind_a_cell_of_the_course_do_not_belong_to_it():
    one = [given(), written(), note(PLAIN), note("about something else")]
    other = [note("before it"), given(), written(), note(PLAIN)]
    assert equal(one, other) == {"why"} and changed(one, other) == set()


@pytest.mark.parametrize("text", ["Why?", "", " \n", f"Why?\n\n{ELSEWHERE}"])
def test_the_courses_own_text_is_equal_to_no_answer(text):
    cells = [given(), written(text)]
    assert equal(cells, cells) == set() and changed(cells, cells) == set()


def with_picture(data: str):
    answer = written("![](attachment:plot.png)")
    answer["attachments"] = {"plot.png": {"image/png": data}}
    return [given(), answer]


def test_attachments_are_compared_as_bytes():
    picture = base64.encodebytes(bytes(200)).decode()
    broken_otherwise = picture.replace("\n", "")
    assert picture != broken_otherwise
    assert equal(with_picture(picture), with_picture(broken_otherwise)) == {"why"}
    other = base64.encodebytes(bytes(201)).decode()
    assert equal(with_picture(picture), with_picture(other)) == set()


def test_outputs_belong_to_an_answer_and_their_numbers_do_not():
    def plot(text, number):
        code = new_code_cell("plot(x)", execution_count=number)
        data = {"text/plain": text}
        code.outputs = [new_output("execute_result", data, execution_count=number)]
        return [given(), written(), code]

    assert equal(plot("a line", 3), plot("a line", 4)) == {"why"}
    assert equal(plot("a line", 3), plot("a curve", 3)) == set()


def folder(path, files, record=None):
    path.mkdir()
    (path / "one.ipynb").write_bytes(saved([given(), written("![](plot.png)"), task()]))
    for name, content in files.items():
        (path / name).write_bytes(content)
    if record:
        (path / RECORD).write_bytes(write_record(record))
    return read_graded(path, "one", COURSE)


def test_files_belong_to_every_answer_and_what_grading_writes_does_not(tmp_path):
    one = folder(tmp_path / "one", {"plot.png": b"1", "timestamp.txt": b"1"})
    same = folder(tmp_path / "same", {"plot.png": b"1", "timestamp.txt": b"2"}, Record())
    other = folder(tmp_path / "other", {"plot.png": b"2"})
    assert equal_answers(one, same) == {"why"} and one.digests == same.digests
    assert equal_answers(one, other) == set()
    assert not set(one.digests.items()) & set(other.digests.items())


@pytest.mark.parametrize("name", [".DS_Store", "Thumbs.db", "._plot.png"])
def test_a_file_that_a_system_leaves_belongs_to_no_answer(tmp_path, name):
    one = folder(tmp_path / "one", {name: b"1"})
    other = folder(tmp_path / "other", {name: b"2"})
    assert equal_answers(one, other) == {"why"} and one.digests == other.digests


@pytest.mark.parametrize("blank", [True, False])
def test_a_notebook_that_was_not_run_is_equal_to_no_other(tmp_path, blank):
    graded = Record(notebooks={"one": NotebookRecord()})
    not_run = Record(notebooks={"one": NotebookRecord("too slow", blank=blank, not_run=True)})
    one = folder(tmp_path / "one", {}, graded)
    other = folder(tmp_path / "other", {}, not_run)
    assert equal_answers(one, one) == {"why"}
    assert equal_answers(one, other) == equal_answers(other, other) == set()
    assert other.digests == one.digests


@pytest.mark.parametrize(
    "content", [b"", b"[]", b'{"cells": [1]}', b'{"cells": [{"metadata": {}}]}', b"[" * 100_000]
)
def test_a_file_that_is_no_notebook_has_no_answers(content):
    assert read_answers(content, {}, COURSE).digests == {}


def test_a_text_in_lines_is_the_same_as_in_one_string():
    content = json.loads(saved([given(), written("One.\nTwo.")]))
    content["cells"][1]["source"] = "One.\nTwo."
    joined = read_answers(json.dumps(content).encode(), {}, COURSE)
    assert joined == read([given(), written("One.\nTwo.")])
