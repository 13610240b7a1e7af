"""What belongs to an answer, and which answers are equal."""

import base64
import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from nbjudge.files.file_names import RECORD
from nbjudge.gradebook.answers import ELSEWHERE, equal_answers, read_answers, read_graded
from nbjudge.gradebook.definition import CellDefinition, NotebookDefinition, PlainCell
from nbjudge.gradebook.record import NotebookRecord, Record, write_record
from nbjudge_testing.courses import cell, notebook

PLAIN = "## The next question"
PLOT = "draw(x)"
COURSE = NotebookDefinition(
    "one",
    None,
    {
        "given": CellDefinition("given", "code", "x = 1", "", True, None, False, False),
        "essay": CellDefinition("essay", "markdown", "Write.", "", True, 3.0, False, True),
        "why": CellDefinition("why", "markdown", "Why?", "", False, 3.0, True, False),
    },
    plain={PlainCell("why", "markdown", PLAIN): 1, PlainCell("why", "code", PLOT): 1},
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
    assert changed(before, [*before, note(PLAIN)]) == {"essay"}


@pytest.mark.parametrize("place", [0, 3])
def test_every_cell_of_the_students_belongs_to_an_answer_that_may_be_in_another_cell(place):
    """Behind the locked question, too, to which grading points."""
    others = []
    for text in ("Because of A.", "Something else."):
        cells = [given(), written(f"Why?\n\n{ELSEWHERE}"), task()]
        cells.insert(place, note(text))
        others.append(cells)
    assert changed(*others) == {"why", "essay"}
    assert changed(others[0], others[0]) == set()


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


def test_cells_behind_a_cell_that_nbgrader_knows_do_not_belong_to_it():
    one = [given(), written(), note(PLAIN), task(), note("about something else")]
    other = [note("before it"), given(), written(), note(PLAIN), task()]
    assert equal(one, other) == {"why"} and changed(one, other) == {"essay"}


def marked(text):
    """A student's cell with nbgrader's metadata, and an id that the course does not have."""
    return cell("mine", text, new_markdown_cell, locked=True)


@pytest.mark.parametrize(
    "before",
    [
        [note(PLAIN)],
        [note(PLAIN), note(PLAIN)],
        [note("")],
        [new_code_cell(PLOT)],
        [marked("mine")],
    ],
)
def test_no_cell_that_a_student_can_write_ends_an_answer(before):
    """Its text and its metadata can be those of a cell of the course."""
    good = [given(), written(), *before, note("a good answer"), task()]
    poor = [given(), written(), *before, note("no time"), task()]
    assert equal(good, poor) == set() and changed(good, poor) == {"why", "essay"}
    assert equal(good, good) == {"why"}


@pytest.mark.parametrize("place", [1, 3])
def test_a_cell_of_the_courses_text_at_another_place_belongs_to_the_answer(place):
    cells = [given(), written(), task()]
    moved = [*cells]
    moved.insert(place, note(PLAIN))
    assert changed(cells, moved) == {"essay"} | ({"why"} if place == 1 else set())
    assert changed(cells, [given(), written(), note(PLAIN), task()]) == set()


def test_a_copy_of_the_courses_cell_belongs_with_its_output():
    def plot(text):
        code = new_code_cell(PLOT)
        code.outputs = [new_output("execute_result", {"text/plain": text}, execution_count=1)]
        return code

    line = [given(), written(), plot("a line")]
    curve = [given(), written(), plot("a curve")]
    assert equal(line, curve) == {"why"} and changed(line, curve) == set()
    twice = [[*line, plot("a line")], [*line, plot("a curve")]]
    assert equal(*twice) == set() and changed(*twice) == {"why"}


def test_a_picture_in_a_cell_of_the_courses_text_belongs_to_the_answer():
    def with_attachment(data):
        plain = note(PLAIN)
        plain["attachments"] = {"plot.png": {"image/png": data}}
        return [given(), written(), plain]

    assert equal(with_attachment("AAAA"), with_attachment("AAAB")) == set()


def test_an_empty_cell_belongs_to_no_answer():
    cells = [given(), written(), task(), note("Two pages.")]
    with_empty = [given(), note(" "), written(), note(""), task(), new_code_cell(), cells[3]]
    assert changed(cells, with_empty) == set() and equal(cells, with_empty) == {"why"}


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
