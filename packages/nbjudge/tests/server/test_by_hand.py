"""The page to grade by hand: items of a scheme, comments, equal answers, pages made before."""

import os
import sqlite3
from copy import deepcopy
from functools import partial
from types import SimpleNamespace

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from nbjudge.gradebook.definition import NotebookDefinition
from nbjudge.server.by_hand import EqualHandler
from nbjudge.server.formgrader import CoursePages
from nbjudge.server.page_cache import PAGES_KEPT, PageCache
from nbjudge.server.schemes import items_of
from nbjudge.server.write_ups import (
    WaitingCell,
    WriteUps,
    comments_before,
    gradable_files,
    notebook_state,
    waiting_cells,
)
from nbjudge_testing.courses import cell, notebook


@pytest.mark.parametrize(
    "scheme, points, items",
    [
        ("One each.\n\n1. The sum. Half: no\n   reason.\n2. The rest.\n\nBe kind.", 4,
         [("The sum. Half: no reason.", 2), ("The rest.", 2)]),
        ("- first (1 point)\n- second (2.5 points)", 3.5,
         [("first (1 point)", 1), ("second (2.5 points)", 2.5)]),
        ("- first (1 point)\n- second (2 points)", 4, []),  # they do not add up
        ("No list.", 4, []),
        ("", 4, []),
    ],
)  # fmt: skip
def test_items_of_a_scheme(scheme, points, items):
    assert items_of(scheme, points) == items


COURSE = NotebookDefinition("one", None, {})


def written(text):
    return cell("why", text, new_markdown_cell, 2, grade=True, solution=True)


@pytest.fixture
def gradebook(tmp_path):
    with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}", "course") as gradebook:
        gradebook.add_assignment("ps")
        for name in ("one", "two"):
            gradebook.add_notebook(name, "ps")
            gradebook.add_solution_cell("why", name, "ps")
        for number in range(4):
            gradebook.add_student(f"s{number}")
            gradebook.add_submission("ps", f"s{number}")
        yield gradebook


def cells_that_wait(coursedir, gradebook):
    """The cells of the notebook `one` that wait for manual grading."""
    notebook = gradebook.find_notebook("one", "ps")
    return waiting_cells(gradable_files(coursedir, gradebook, notebook), gradebook, notebook)


def test_comments_given_before_most_frequent_first(gradebook):
    said = ["Why?", "Show a step.", "Show a step.", None]
    for number, comment in enumerate(said):
        gradebook.find_comment("why", "one", "ps", f"s{number}").manual_comment = comment
    gradebook.find_comment("why", "two", "ps", "s3").manual_comment = "Of another notebook."
    gradebook.db.commit()
    this = gradebook.find_submission_notebook("one", "ps", "s3")
    assert comments_before(gradebook, this) == {"why": ["Show a step.", "Why?"]}


def test_equal_answers_that_wait(gradebook, tmp_path):
    coursedir = CourseDirectory(root=str(tmp_path))
    gradebook.add_grade_cell("why", "one", "ps", max_score=2, cell_type="markdown")
    students = ["ann", "bea", "cy", "dan", "eve", "fay"]
    for student in students:
        gradebook.add_student(student, first_name="A", last_name=student.title())
        gradebook.add_submission("ps", student)
    find = partial(gradebook.find_submission_notebook, "one", "ps")
    texts = ["Equal.", " Equal.\n", "Equal. ", "equal.", "Equal.", "Equal."]
    for student, text in zip(students, texts, strict=True):
        (grade,) = find(student).grades
        grade.needs_manual_grade = student != "eve"  # who is graded already
        path = tmp_path / "autograded" / student / "ps" / "one.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(notebook([written(text)]), path)
    gradebook.db.commit()
    path.unlink()  # nobody can see what fay wrote
    waiting = cells_that_wait(coursedir, gradebook)
    assert {each.student for each in waiting} == {"Ann, A", "Bea, A", "Cy, A", "Dan, A"}
    write_ups = WriteUps()

    def equal():
        found = write_ups.equal(tmp_path / "autograded/ann/ps/one.ipynb", waiting, COURSE)
        return {name: {each.student for each in cells} for name, cells in found.items()}

    assert equal() == {"why": {"Bea, A", "Cy, A"}}
    path = tmp_path / "autograded/cy/ps/one.ipynb"
    nbformat.write(notebook([written("Another text.")]), path)
    assert equal() == {"why": {"Bea, A"}}


@pytest.mark.parametrize("points", ["manual_score", "extra_credit"])
def test_an_answer_with_points_is_offered_no_others(gradebook, tmp_path, points):
    """It waits again because it changed, and only its own page shows the points."""
    coursedir = CourseDirectory(root=str(tmp_path))
    gradebook.add_grade_cell("why", "one", "ps", max_score=2, cell_type="markdown")
    for student in ("ann", "bea"):
        gradebook.add_student(student)
        gradebook.add_submission("ps", student)
        gradebook.find_grade("why", "one", "ps", student).needs_manual_grade = True
        path = tmp_path / "autograded" / student / "ps" / "one.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(notebook([written("Equal.")]), path)
    ann = tmp_path / "autograded/ann/ps/one.ipynb"
    waiting = cells_that_wait(coursedir, gradebook)
    assert WriteUps().equal(ann, waiting, COURSE).keys() == {"why"}
    setattr(gradebook.find_grade("why", "one", "ps", "bea"), points, 1)
    waiting = cells_that_wait(coursedir, gradebook)
    assert {each.student for each in waiting} == {"ann", "bea"}
    assert WriteUps().equal(ann, waiting, COURSE) == {}


def test_another_picture_is_another_state_of_the_page(tmp_path):
    """Points for a page that showed the earlier picture are refused."""
    page = tmp_path / "one.ipynb"
    nbformat.write(notebook([written("![My plot](plot.png)")]), page)
    states = []
    for content in (b"first", b"second"):
        (tmp_path / "plot.png").write_bytes(content)
        states.append(notebook_state(page))
    assert states[0] != states[1] == notebook_state(page)
    (tmp_path / "nbjudge.json").write_text("{}")  # the record of grading, which no page shows
    assert notebook_state(page) == states[1]
    assert notebook_state(tmp_path / "gone.ipynb") == ""


def test_an_answer_that_changes_after_the_comparison_gets_no_points(gradebook, tmp_path):
    """It is compared again while nobody else can write, so it is as the gradebook has it."""
    gradebook.add_grade_cell("why", "one", "ps", max_score=2, cell_type="markdown")
    keys, paths = {}, {}
    for student in ("ann", "bea", "cy"):
        gradebook.add_student(student)
        gradebook.add_submission("ps", student)
        gradebook.find_grade("why", "one", "ps", student).needs_manual_grade = student != "ann"
        keys[student] = gradebook.find_submission_notebook("one", "ps", student).id
        paths[keys[student]] = tmp_path / student / "one.ipynb"
    gradebook.find_grade("why", "one", "ps", "ann").manual_score = 2
    gradebook.db.commit()

    def compare():
        with (
            sqlite3.connect(tmp_path / "gradebook.db", timeout=0) as other,
            pytest.raises(sqlite3.OperationalError, match="database is locked"),
        ):
            other.execute("UPDATE grade SET manual_score = 1")
        return {"why": [WaitingCell(keys["cy"], "cy", "cy", "why", paths[keys["cy"]])]}

    handler = SimpleNamespace(gradebook=gradebook)
    assert EqualHandler.copy(handler, keys["ann"], "why", paths, compare) == 1
    scores = {
        name: gradebook.find_grade("why", "one", "ps", name).manual_score for name in ("bea", "cy")
    }
    assert scores == {"bea": None, "cy": 2}


def test_code_is_equal_if_its_outputs_are(tmp_path):
    def write(name, source, output):
        one = cell("plot", source, new_code_cell, 2, grade=True, solution=True)
        one.outputs = [new_output("stream", text=output)]
        path = tmp_path / name / "one.ipynb"
        path.parent.mkdir()
        nbformat.write(notebook([one]), path)
        return WaitingCell(name, name, name, "plot", path)

    ann = write("ann", "if x:\n    y", "1")
    others = [write("bea", "if x:\n    y", "1"), write("cy", "if x:\n    y", "2"),
              write("dan", "if x:\n  y", "1")]  # fmt: skip
    assert WriteUps().equal(ann.path, [ann, *others], COURSE) == {"plot": [others[0]]}


def test_a_page_is_made_once_until_something_in_it_changes(tmp_path):
    page, scheme = tmp_path / "page.ipynb", tmp_path / "scheme.ipynb"
    made = []

    class Counting(HTMLExporter):
        def from_filename(self, *arguments, **options):
            made.append(arguments)
            return super().from_filename(*arguments, **options)

    def write(path, text):
        nbformat.write(notebook([cell("why", text, new_markdown_cell)]), path)
        os.utime(path, ns=(len(made) * 10**9,) * 2)  # a clock may be coarse

    write(page, "first")
    write(scheme, "scheme")
    pages = PageCache(Counting(), lambda resources: scheme)

    def get(**resources):
        return pages.from_filename(str(page), resources)[0]

    assert "first" in get(index=1) and "first" in get(index=1) and len(made) == 1
    get(index=2)
    assert len(made) == 2
    write(page, "second")
    assert "second" in get(index=1) and len(made) == 3
    write(scheme, "another")
    get(index=1)
    assert len(made) == 4
    for index in range(PAGES_KEPT + 5):
        get(index=index)
    assert pages.page.cache_info().currsize == PAGES_KEPT


def test_a_page_has_the_state_of_the_answers_that_it_shows(tmp_path):
    """Points are sent with it, so they are refused once other answers are there."""
    page = tmp_path / "one.ipynb"

    class Shown(HTMLExporter):
        def from_filename(self, filename, resources):
            return f"{notebook_state(page)} {resources['answer_state']}", resources

    pages = PageCache(Shown(), lambda resources: None)

    def states():
        return pages.from_filename(str(page), {})[0].split()

    nbformat.write(notebook([written("First.")]), page)
    first = states()
    assert first == [notebook_state(page)] * 2
    (tmp_path / "plot.png").write_bytes(b"of another attempt")
    second = states()
    assert second == [notebook_state(page)] * 2 != first
    nbformat.write(notebook([written("Second, longer.")]), page)
    assert states() == [notebook_state(page)] * 2 != second


def test_the_exporter_is_made_once_until_the_configuration_changes(tmp_path):
    """A lazy value is no equal of its copy, and Jupyter's own configuration has one."""
    config = Config()
    config.ServerApp.jpserver_extensions.update({"nbjudge.server.formgrader": True})
    coursedir = CourseDirectory(root=str(tmp_path))
    formgrader = SimpleNamespace(config=config, coursedir=coursedir)
    pages = CoursePages(formgrader)
    first = pages.exporter()
    formgrader.config = deepcopy(config)  # nbgrader reads it again for each request
    assert pages.exporter() is first
    formgrader.config.SafeHTML.enabled = False
    assert pages.exporter() is not first
