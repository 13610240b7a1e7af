"""Pages are made anew where something that they show has changed, and stay where nothing has."""

import os
import re
import signal

import nbformat
import pytest
from nbconvert.preprocessors import Preprocessor
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from traitlets import Bool

import nbjudge.plugins.feedback as feedback
from nbisolate import Measured
from nbjudge.files.file_names import PAGES
from nbjudge.gradebook.record import NotebookRecord, Record, write_record
from nbjudge.plugins.page_maker import PageMaker
from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.pages_course import (
    NOTEBOOKS,
    PS,
    change,
    converter,
    make_course,
    page,
    settings,
)


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path)


def maker(course, *preprocessors):
    config = settings(course, *preprocessors)
    return PageMaker(CourseDirectory(config=config), config)


def pages(course, student="amy"):
    """{notebook: when its page was written, and what it says}."""
    folder = course / "feedback" / student / PS
    return {
        path.stem: (path.stat().st_mtime_ns, path.read_text()) for path in folder.glob("*.html")
    }


def graded(course, student="amy"):
    return course / "autograded" / student / PS


def test_the_first_pages_are_those_of_nbgraders_command(course):
    converter(course).start()
    stock = {name: text for name, (_, text) in pages(course).items()}
    made = maker(course).make("amy", force=True)
    assert (made.made, made.kept, made.lost) == (["one", "two"], [], {})
    assert {name: text for name, (_, text) in pages(course).items()} == stock


def by_hand(work):
    def give(course):
        with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
            grade = gradebook.find_grade("why", "one", PS, "amy")
            comment = gradebook.find_comment("why", "one", PS, "amy")
            work(grade, comment, gradebook.find_submission_notebook("one", PS, "amy"))
            gradebook.db.commit()

    return give


def write(course, record):
    (graded(course) / "nbjudge.json").write_bytes(write_record(record))


def points(grade, comment, notebook):
    grade.manual_score = 2


def extra(grade, comment, notebook):
    grade.manual_score, grade.extra_credit = 0, 1


def read(grade, comment, notebook):
    grade.needs_manual_grade = not grade.needs_manual_grade


def comment(grade, comment, notebook):
    comment.manual_comment = "Why not?"


def late(grade, comment, notebook):
    notebook.late_submission_penalty = 1


def answer(course):
    def work(notebook):
        notebook.cells[1].source = "another = 1"

    change(course, "amy", "one", work)


def put_back(course):
    write(course, Record(notebooks={"one": NotebookRecord(lacked=["test-f"])}))


def noted(course):
    write(course, Record(notebooks={"one": NotebookRecord(notes=["x counts as one.ipynb"])}))


def removed_page(course):
    (course / "feedback" / "amy" / PS / "one.html").unlink()


CHANGES = [
    *(by_hand(work) for work in (points, extra, read, comment, late)),
    *(answer, put_back, noted, removed_page),
]
# The row of all pages has the points of each.
OF_ALL_PAGES = CHANGES[:2] + CHANGES[4:5]


def test_what_a_page_shows_has_changed(course):
    """Each change makes the pages that show it anew, as nbgrader's command makes them."""
    made = maker(course)
    made.make("amy")
    for work in CHANGES:
        before = pages(course)
        assert made.make("amy").kept == ["one", "two"]
        assert pages(course) == before
        work(course)
        result = made.make("amy")
        remade = ["one", "two"] if work in OF_ALL_PAGES else ["one"]
        assert result.made == remade, work
        after = pages(course)
        for name in after:
            assert (after[name][0] != before[name][0]) is (name in remade)
        assert (after["one"][1] == before["one"][1]) is (work is removed_page)
    converter(course).start()
    assert {name: text for name, (_, text) in pages(course).items()} == {
        name: text for name, (_, text) in after.items()
    }


def measured(course):
    write(course, Record(measured=Measured(seconds=2), notebooks={"one": NotebookRecord()}))


def given(course):
    """Only makes pages quicker: what a student has of it stands in the graded notebook."""
    path = course / "source" / PS / "one.ipynb"
    notebook = nbformat.read(path, 4)
    notebook.cells[1].source = "another = 1"
    nbformat.write(notebook, path)


def test_what_no_page_shows_has_changed(course):
    made = maker(course)
    made.make("amy")
    before = pages(course)
    for work in (measured, given):
        work(course)
        assert made.make("amy").made == []
    assert pages(course) == before


def test_what_all_pages_have_in_common_has_changed(course, tmp_path_factory):
    """The configuration, a class, and a file of a template of the course's own."""
    maker(course).make("amy")
    config = settings(course)
    config.ClearHiddenTests.begin_test_delimeter = "### ANOTHER"
    coursedir = CourseDirectory(config=config)
    assert PageMaker(coursedir, config).make("amy").kept == []
    folder = tmp_path_factory.mktemp("templates") / "own"
    folder.mkdir()
    (folder / "conf.json").write_text("{}")
    template = folder / "index.html.j2"
    config.HTMLExporter.template_name = "own"
    config.HTMLExporter.extra_template_basedirs = [str(folder.parent)]
    for text in ("first", "another"):
        template.write_text(f"<p>{text}</p>")
        made = PageMaker(coursedir, config)
        assert made.make("amy").made == ["one", "two"]
        assert text in page(course, "amy", "one")
        assert PageMaker(coursedir, config).make("amy").made == []


def test_what_lies_beside_is_what_was_graded(course):
    made = maker(course)
    (graded(course) / "plot.png").write_bytes(b"first")
    made.make("amy")
    folder = course / "feedback" / "amy" / PS
    assert 'href="two.html"' in page(course, "amy", "one")
    assert (folder / "plot.png").read_bytes() == b"first"
    (graded(course) / "plot.png").unlink()
    (graded(course) / "timestamp.txt").write_text("2026-03-01 11:00:00 UTC")
    (graded(course) / "two.ipynb").unlink()
    made.make("amy")
    names = {path.name for path in folder.iterdir()}
    assert names == {"one.html", "timestamp.txt", PAGES}
    assert "two.html" not in page(course, "amy", "one")


def test_modules_of_the_course_are_not_copied(course):
    made = maker(course)
    for folder in (course / "source" / PS, graded(course)):
        (folder / "lab" / "inner").mkdir(parents=True)
        for name in ("lab/__init__.py", "lab/checks.py", "lab/inner/deep.py", "lab/picture.png"):
            (folder / name).write_text("")
    (graded(course) / "lab/own.py").write_text("")
    made.make("amy")
    folder = course / "feedback" / "amy" / PS
    copies = {str(path.relative_to(folder)) for path in folder.rglob("lab/**/*") if path.is_file()}
    assert copies == {"lab/picture.png", "lab/own.py"}


class Power(BaseException):
    """A cut."""


def test_a_run_that_is_cut_off_leaves_the_old_pages(course, monkeypatch):
    made = maker(course)
    made.make("amy")
    before = pages(course)
    answer(course)
    whole = PageMaker.write_single_notebook

    def cut(self, output, resources):
        whole(self, "half", resources)
        raise Power

    with monkeypatch.context() as patch:
        patch.setattr(PageMaker, "write_single_notebook", cut)
        with pytest.raises(Power):
            made.make("amy")
    assert pages(course) == before
    hidden = course / "feedback" / "amy" / f".{PS}.nbjudge-new"  # as a killed run leaves it
    hidden.mkdir()
    (hidden / "one.html").write_text("half")
    assert maker(course).make("amy").made == ["one"]
    assert "another" in page(course, "amy", "one")
    assert not hidden.exists()


def test_pages_that_cannot_be_written_cost_one_student(course):
    (course / "feedback").mkdir()
    (course / "feedback" / "amy").write_text("no folder")
    lost = maker(course).make("amy").lost
    assert lost.keys() == {"one", "two"} and "Not a directory" in lost["one"]
    assert maker(course).make("ben").made == ["one", "two"]


class Bad(Preprocessor):
    enabled = Bool(True)

    def preprocess(self, nb, resources):
        if "kill" in nb.cells[1].source:
            os.kill(os.getpid(), signal.SIGKILL)
        if "raise" in nb.cells[1].source:
            raise KeyError("x")
        return nb, resources


@pytest.mark.parametrize(
    "source, reason, again",
    [
        ("kill", "did not finish: its process was killed", True),
        ("raise", "cannot be converted: KeyError: 'x'", False),
    ],
)
def test_a_page_that_cannot_be_made_is_named(course, monkeypatch, source, reason, again):
    change(course, "amy", "one", lambda notebook: notebook.cells[1].update(source=source))
    made = maker(course, Bad)
    tries = []
    whole = feedback.FeedbackExporter.from_filename

    def from_filename(self, filename, **keywords):
        tries.append(filename)
        return whole(self, filename, **keywords)

    monkeypatch.setattr(feedback.FeedbackExporter, "from_filename", from_filename)
    for _ in range(2):
        result = made.make("amy")
        assert (result.lost, result.made + result.kept) == ({"one": reason}, ["two"])
        assert reason.split(":")[0] in page(course, "amy", "one")
    # What was killed from outside may be made the next time; what failed by itself may not.
    assert len([name for name in tries if "one" in name]) == 1 + again
    answer(course)
    result = made.make("amy")
    assert (result.lost, result.made) == ({}, ["one"])


def test_an_exporter_of_the_courses_own_loses_one_page_alone(course):
    class Breaks(Bad):
        def preprocess(self, nb, resources):
            if resources["nbgrader"]["notebook"] == "one":
                raise KeyError("x")
            return nb, resources

    config = settings(course)
    config.GenerateFeedback.exporter_class = "nbconvert.exporters.HTMLExporter"
    config.GenerateFeedback.preprocessors = ["nbgrader.preprocessors.GetGrades", Breaks]
    result = PageMaker(CourseDirectory(config=config), config).make("amy")
    assert (result.made, result.lost) == (["two"], {"one": "cannot be converted: KeyError: 'x'"})


@pytest.fixture
def command(course, monkeypatch):
    """Run `nbjudge feedback` in the course."""
    lines = [
        "c = get_config()",
        "c.HTMLExporter.preprocessors = ['nbjudge.SafeHTML']",
        "c.GenerateFeedback.exporter_class = 'nbjudge.FeedbackExporter'",
        "c.GenerateFeedback.preprocessors = ['nbjudge.JudgeGetGrades',",
        "    'nbjudge.HideHiddenTests',",
        "    'nbconvert.preprocessors.CSSHTMLHeaderPreprocessor']",
    ]
    (course / "nbgrader_config.py").write_text("\n".join(lines))
    return lambda *arguments: run_nbjudge(course, "feedback", PS, *arguments)


def test_the_command_names_the_page_that_could_not_be_made(course, command):
    """Exit code 3, as `nbjudge grade` ends where something needs attention."""
    done = command()
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == (
        "4 pages written, 0 kept (unchanged), 0 could not be written"
    )
    (graded(course, "ben") / "two.ipynb").write_text("{")
    for made, kept in ((0, 3), (0, 3)):
        done = command()
        assert done.returncode == 3, done.stderr
        *_, named, last = done.stdout.splitlines()
        assert re.match(r"ben: no page for two, which cannot be converted: \w+", named)
        assert last == f"{made} pages written, {kept} kept (unchanged), 1 could not be written"
    assert command("--student=amy", "--force", "--workers=1").stdout.splitlines()[-1] == (
        "2 pages written, 0 kept (unchanged), 0 could not be written"
    )
    assert sorted(pages(course, "ben")) == list(NOTEBOOKS)
    done = command("--GenerateFeedback.exporter_class=no.such.Exporter")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert done.stderr.startswith("nbjudge: The configuration is wrong: ")
    done = command("--student=nobody")
    assert (done.returncode, done.stderr) == (2, f"nbjudge: Not graded for {PS}: nobody.\n")
