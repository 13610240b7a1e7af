"""Pages of the feedback are made together for a submission, and are what each alone would be."""

import logging
import os
import signal
from html.parser import HTMLParser

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbconvert.preprocessors import Preprocessor
from nbformat.v4 import new_markdown_cell
from nbgrader.api import Gradebook
from nbgrader.converters import GenerateFeedback
from nbgrader.converters.base import NbGraderException
from nbgrader.coursedir import CourseDirectory
from traitlets import Bool

import nbjudge.plugins.feedback as feedback
import nbjudge.plugins.page_worker as ahead
import nbjudge.plugins.safehtml as safehtml
from nbjudge.gradebook.scores import read_grades
from nbjudge.plugins.cell_cache import GivenCellCache
from nbjudge_testing import courses
from nbjudge_testing.hostile_pages import hostile_cells, hostile_outputs
from nbjudge_testing.pages_course import (
    NOTEBOOKS,
    PS,
    STUDENTS,
    change,
    converter,
    make_course,
    page,
)

TRAP = "http://127.0.0.1:9"


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path)


class Told(Preprocessor):
    """Says in each page which process made it, and how many it has made."""

    enabled = Bool(True)
    made = 0

    def preprocess(self, nb, resources):
        Told.made += 1
        nb.cells[1].source += f"  # made by {os.getpid()}: {Told.made}"
        return nb, resources


def test_each_page_has_the_points_of_all_pages(course):
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        gradebook.find_grade("test-f", "two", PS, "amy").auto_score = 1.5
        gradebook.find_grade("why", "one", PS, "amy").manual_score = 3
        gradebook.db.commit()
    converter(course).start()
    for name in NOTEBOOKS:
        nav = BeautifulSoup(page(course, "amy", name), "html.parser").nav
        assert nav.get_text().split(":")[0] == f"All pages of {PS}, 4.5 of 10 points"


def test_a_block_leads_to_its_cell_by_the_heading_above_it(course):
    def add_heading(notebook):
        notebook.cells.insert(1, new_markdown_cell("## Step 2: *draw* <b>it</b>"))

    change(course, "amy", "one", add_heading)
    converter(course).start()
    for name, words in (("one", "Step 2: draw <b>it</b>"), ("two", "Go to the cell")):
        link = BeautifulSoup(page(course, "amy", name), "html.parser").select_one(
            '.nbjudge-place a[href="#test-f"]'
        )
        assert link.text == words


def told(course):
    """{(student, notebook): (process, number)} of the pages of `Told`."""
    found = {}
    for student in STUDENTS:
        for name in NOTEBOOKS:
            text = BeautifulSoup(page(course, student, name), "html.parser").get_text()
            process, number = text.partition("# made by ")[2].split("\n")[0].split(": ")
            found[student, name] = (int(process), int(number))
    return found


def test_each_submission_has_one_child_and_no_two_share_it(course):
    """What a student's text leaves behind in a library reaches no other student's pages."""
    Told.made = 0
    converter(course, Told).start()
    found = told(course)
    assert found["amy", "one"][0] == found["amy", "two"][0] != os.getpid()
    assert found["amy", "one"][0] != found["ben", "one"][0] == found["ben", "two"][0]
    # The page of our own that warms up is the first of all.
    assert [number for _, number in found.values()] == [2, 3, 2, 3]
    assert Told.made == 1


def test_one_notebook_alone(course):
    Told.made = 0
    made = converter(course, Told, notebook="two")
    made.start()
    assert sorted(path.name for path in (course / "feedback").rglob("*.html")) == ["two.html"] * 2
    assert made.exporter._ahead.left == []


def test_the_child_of_a_submission_that_nbgrader_gives_up_has_no_say_in_the_next(course):
    class Refusing(GenerateFeedback):
        def write_single_notebook(self, output, resources):
            if resources["nbgrader"]["student"] == "amy":
                raise OSError("no room")
            super().write_single_notebook(output, resources)

    plain = converter(course)
    made = Refusing(coursedir=plain.coursedir, config=plain.config)
    with pytest.raises(NbGraderException):
        made.start()
    assert not (course / "feedback" / "amy" / PS).exists()
    assert all("ben" in page(course, "ben", name) for name in NOTEBOOKS)
    assert made.exporter._ahead.left == []


def kill(cell, *how):
    if "kill" in cell.source:
        os.kill(os.getpid(), signal.SIGKILL)
    return SHOW(cell, *how)


SHOW = safehtml.show


def test_cell_that_kills_its_process_costs_itself_alone(course, monkeypatch):
    monkeypatch.setattr(safehtml, "show", kill)
    more = [new_markdown_cell(text) for text in ("*before*", "kill *b*", "*behind*")]
    change(course, "amy", "one", lambda notebook: notebook.cells.extend(more))
    converter(course).start()
    found = page(course, "amy", "one")
    assert "<em>before</em>" in found and "<em>behind</em>" in found
    assert "<pre>kill *b*</pre>" in found
    for student, name in (("amy", "two"), ("ben", "one"), ("ben", "two")):
        found = page(course, student, name)
        assert "<em>given</em>" in found and "Shown as text" not in found


@pytest.mark.parametrize("limit", ["cpu_seconds", "memory_mb"])
def test_the_first_try_has_bounds_of_its_own(limit):
    """What bursts a page does not take the page's whole time before its cells are tried alone."""
    assert getattr(ahead.BOUNDS, limit) < getattr(feedback.BOUNDS, limit)


def test_points_that_were_given_a_moment_ago_count(course):
    url = f"sqlite:///{course}/gradebook.db"
    assert read_grades(url, PS, "amy")["one"].score == 0
    with Gradebook(url) as gradebook:
        grade = gradebook.find_grade("why", "one", PS, "amy")
        grade.manual_score, grade.extra_credit, grade.needs_manual_grade = 2.5, 1, False
        gradebook.find_grade("test-f", "one", PS, "amy").auto_score = 0.1
        gradebook.find_comment("why", "one", PS, "amy").manual_comment = "Why <b>not</b>?"
        gradebook.find_submission_notebook("one", PS, "amy").late_submission_penalty = 0.5
        gradebook.db.commit()
        found = read_grades(url, PS, "amy")
        for name in NOTEBOOKS:  # what nbgrader itself says
            stored = gradebook.find_submission_notebook(name, PS, "amy")
            assert found[name].score == stored.score
            assert found[name].max_score == stored.max_score == 5
            assert found[name].late_penalty == (stored.late_submission_penalty or 0)
            for each in stored.grades:
                by_itself = each.auto_score is not None and each.manual_score is None
                asked = (each.score, each.max_score, each.needs_manual_grade, by_itself)
                grade = found[name].grades[each.name]
                read = (grade.score, grade.max_score, grade.needs_manual_grade, grade.automatic)
                assert read == asked
            comments = {cell: both.comment for cell, both in found[name].comments.items()}
            assert comments == {each.name: each.comment for each in stored.comments}
    assert found["one"].comments["why"].comment == "Why <b>not</b>?"
    assert read_grades(url, PS, "nobody") == {}


def test_pages_are_those_of_nbgraders_own_preprocessor(course):
    """The configuration of a course that names `GetGrades` makes the same pages."""
    url = f"sqlite:///{course}/gradebook.db"
    with Gradebook(url) as gradebook:
        grade = gradebook.find_grade("why", "one", PS, "amy")
        grade.manual_score, grade.needs_manual_grade = 2.5, False
        gradebook.find_comment("why", "one", PS, "amy").manual_comment = "Why <b>not</b>?"
        gradebook.find_submission_notebook("one", PS, "amy").late_submission_penalty = 0.5
        gradebook.db.commit()
    made = converter(course)
    made.start()
    ours = page(course, "amy", "one")
    made.preprocessors = ["nbgrader.preprocessors.GetGrades", *made.preprocessors[1:]]
    made.start()
    assert page(course, "amy", "one") == ours
    assert "2 of 5 points so far" in ours and "Why <b>not</b>?" in ours


def test_a_cell_that_the_gradebook_does_not_know_is_said(course, caplog):
    extra = courses.cell("test-g", "assert g", points=2, grade=True, locked=True)
    change(course, "amy", "one", lambda notebook: notebook.cells.append(extra))
    converter(course).start()
    sentence = "cannot be converted: MissingEntry: No such grade: ps/one/test-g for amy"
    assert sentence in page(course, "amy", "one")
    assert "<em>given</em>" in page(course, "amy", "two")


def test_given_cells_are_made_once_and_hold_no_hidden_line(course):
    made = converter(course)
    made.start()
    given = made.exporter.given
    assert set(given) == {
        ("markdown", "A *given* text."),
        ("markdown", "Because."),
        ("code", "stub = 1"),
        ("code", "assert f\n"),
        ("code", f"assert f\n\n{feedback.PLACEHOLDER}"),
    }
    assert not [text for text in given.values() if "31337" in text or "model" in text]
    shown = BeautifulSoup(page(course, "amy", "one"), "html.parser").get_text()
    assert feedback.PLACEHOLDER in shown and "31337" not in shown


def test_given_cells_are_taken_from_where_they_were_made(course):
    """The reverse of the test below: it would pass if they were never looked up."""
    made = converter(course)
    made.start()
    key = ("markdown", "A *given* text.")
    made.exporter._given._made[1][key] = "<p>made once</p>"
    item = (made.notebooks[0], made.init_single_notebook_resources(made.notebooks[0]))
    assert "<p>made once</p>" in made.exporter.from_filename(*item)[0]


def test_given_cells_are_those_of_the_course_as_it_is_now(course):
    given = GivenCellCache(
        CourseDirectory(root=str(course)), lambda notebook: [], logging.getLogger()
    )
    key = ("markdown", "Another *text*, now.")
    assert key not in given.pages(PS)
    path = course / "release" / PS / "one.ipynb"
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[0].source = key[1]
    nbformat.write(notebook, path)
    assert given.pages(PS)[key] == "<p>Another <em>text</em>, now.</p>\n"


def test_course_without_release_and_source_gets_the_same_pages(course):
    converter(course).start()
    before = {(s, n): page(course, s, n) for s in STUDENTS for n in NOTEBOOKS}
    (course / "release").rename(course / "moved")
    (course / "source" / PS / "one.ipynb").write_text("{")
    converter(course).start()
    assert before == {(s, n): page(course, s, n) for s in STUDENTS for n in NOTEBOOKS}


class Balance(HTMLParser):
    """Notes each end tag that is not that of the element that was opened last."""

    VOID = set("area base br col embed hr img input link meta".split())

    def __init__(self):
        super().__init__()
        self.opened, self.wrong = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.opened.append(tag)

    def handle_endtag(self, tag):
        if tag in self.VOID:
            return
        if not self.opened or self.opened.pop() != tag:
            self.wrong.append((tag, self.getpos()))


@pytest.fixture
def hostile(course):
    def put(notebook):
        notebook.cells.extend(hostile_cells(TRAP))
        notebook.cells[1].outputs = hostile_outputs(TRAP)
        notebook.cells.append(new_markdown_cell("<div><b>open <img src='x.png'> <td>"))

    change(course, "amy", "one", put)
    converter(course).start()
    return course


def test_a_page_is_whole_though_nothing_mends_it(hostile):
    balance = Balance()
    balance.feed(page(hostile, "amy", "one"))
    balance.close()
    assert (balance.wrong, balance.opened) == ([], [])


def test_a_page_is_the_one_that_nbconvert_would_mend(hostile):
    """Parsed and written once more, as nbconvert does it, the page is what it was."""
    text = page(hostile, "amy", "one")
    soup = BeautifulSoup(text, "html.parser")
    assert soup.select("img") and soup.select("img:not([alt])") == []
    assert BeautifulSoup(str(soup), "html.parser") == soup
    assert soup.select(".jp-Notebook") == []  # to which nbconvert would add a tabindex


@pytest.mark.parametrize(
    "tag, described",
    [
        ('<img src="x.png">', False),
        ("<img src='x.png' title='an alt=text > in it'/>", False),
        ('<img alt src="x">', True),
        ('<img src="x" alt="">', True),
        ('<img src="a>b" alt="c">', True),
        ("<image alt>", True),
    ],
)
def test_pictures_that_nobody_described_are_those_of_nbconvert(tag, described):
    ours = feedback.IMAGE.sub(feedback._described, tag)
    assert (ours == tag) == described
    theirs = BeautifulSoup(tag, "html.parser")
    for image in theirs.select("img:not([alt])"):
        image["alt"] = "No description has been provided for this image"
    assert BeautifulSoup(ours, "html.parser") == theirs


def test_output_that_is_no_text_costs_its_cell_alone(course):
    def put(notebook):
        output = nbformat.v4.new_output("display_data", {"image/png": "AAAA"})
        output.data["image/png"] = 5
        notebook.cells[1].outputs = [output]

    change(course, "amy", "one", put)
    converter(course).start()
    assert "Not shown here, because this cell cannot be rendered (TypeError)" in page(
        course, "amy", "one"
    )
