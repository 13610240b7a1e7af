"""Files that give solutions away are named before the release, and after it once for the class."""

import gzip
import io
import shutil
import zipfile
from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from nbjudge.adopt.check import findings_on_files
from nbjudge.adopt.findings import CheckReport
from nbjudge.adopt.print_report import end_line, report_lines
from nbjudge.course.given_away import already_given_away, given_away
from nbjudge.grading import preflight
from nbjudge.grading.preflight import WARNED, WRONG, Course, look
from nbjudge.plugins import generate_assignment
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.grading_course import (
    PS,
    grade_here,
    hand_in,
    make_course,
    record_of,
    scores_of,
)

WARN = 'c.GenerateAssignment.preprocessors.append("nbjudge.WarnUnchecked")\n'
SOLUTIONS = """from math import prod
def add(x, y):
    return x + y
def double(x):
    return 2 * x
"""


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    return make_course(tmp_path_factory.mktemp("given") / "course", WARN)


@pytest.fixture
def course(template, tmp_path):
    return shutil.copytree(template, tmp_path / "course")


def coursedir(course, **traits):
    config = Config(CourseDirectory={"root": str(course), **traits})
    return CourseDirectory(config=config, assignment_id=PS)


def notebook(course):
    return (course / "source" / PS / "adding.ipynb").read_bytes()


def zipped(content):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("solutions/adding.ipynb", content)
    return file.getvalue()


def exported(course):
    """The instructor's notebook as a web page, without delimiters in it."""
    source = nbformat.reads(notebook(course).decode(), as_version=4)
    for cell in source.cells:
        lines = cell.source.splitlines()
        cell.source = "\n".join(line for line in lines if not line.startswith("###"))
    page, _ = HTMLExporter().from_notebook_node(source)
    return page.encode()


FILES = {
    "adding.ipynb.bak": (notebook, "contains BEGIN HIDDEN TESTS"),
    "old/adding.json": (notebook, "contains BEGIN HIDDEN TESTS"),
    "marks.md": (lambda _: b"### BEGIN MARK SCHEME\n2 points", "contains BEGIN MARK SCHEME"),
    "solutions.zip": (lambda course: zipped(notebook(course)), "contains BEGIN HIDDEN TESTS"),
    "adding.ipynb.gz": (
        lambda course: gzip.compress(notebook(course)),
        "contains BEGIN HIDDEN TESTS",
    ),
    "adding-solution.py": (
        lambda _: SOLUTIONS.encode(),
        "has 2 lines of the solutions of adding.ipynb",
    ),
    "adding.html": (exported, "has 2 lines of the solutions of adding.ipynb"),
    "cut.py": (lambda _: b"    def add(x, y):\r\n        return x + y\r\n", "has 2 lines of"),
    "helper.py": (lambda _: b"def multiply(x, y):\n    return x * y\n", None),
    "half.py": (lambda _: b"def add(x, y):\n    return sum((x, y))\n", None),
    "released.json": (lambda course: (course / "release" / PS / "adding.ipynb").read_bytes(), None),
    "data.bin": (lambda _: bytes(range(256)) * 1000, None),
    "broken.zip": (lambda _: b"PK\x03\x04 no archive", None),
}


@pytest.mark.parametrize("name", FILES)
def test_files_in_the_source_folder(course, name):
    make, phrase = FILES[name]
    path = course / "source" / PS / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(make(course))
    found = given_away(coursedir(course))
    if phrase is None:
        assert found == {}
    else:
        assert list(found) == [name]
        assert found[name].startswith(phrase) and found[name].endswith(", and students get it")
        # nbgrader does not copy what the course ignores.
        assert given_away(coursedir(course, ignore=[Path(name).name])) == {}


def test_delimiters_of_the_course_count(course):
    (course / "source" / PS / "notes.txt").write_text("# SECRET\nx = 1\n")
    other = coursedir(course)
    other.config.ClearSolutions.begin_solution_delimeter = "SECRET"
    assert list(given_away(other)) == ["notes.txt"]
    assert given_away(coursedir(course)) == {}


def test_copies_of_a_notebook(course):
    source = course / "source" / PS
    shutil.copy(source / "adding.ipynb", source / "adding-Copy1.ipynb")
    shutil.copy(source / "adding.ipynb", source / "Untitled.ipynb")
    phrase = "has the same cells as adding.ipynb, and counts as a notebook of its own"
    assert given_away(coursedir(course)) == dict.fromkeys(
        ("Untitled.ipynb", "adding-Copy1.ipynb"), phrase
    )


def test_notebooks_that_share_names_of_cells_are_no_copies(course):
    source = course / "source" / PS
    text = (source / "doubling.ipynb").read_text()
    (source / "doubling.ipynb").write_text(text.replace("double", "add"))
    assert given_away(coursedir(course)) == {}


def test_check_shows_them_as_problems(course):
    (course / "source" / PS / "adding.ipynb.bak").write_bytes(notebook(course))
    report = CheckReport(PS, {}, given_away=findings_on_files(coursedir(course)))
    assert "adding.ipynb.bak: contains BEGIN HIDDEN TESTS, and students get it" in list(
        report_lines(report)
    )
    assert end_line(report) == "ps: 1 problem to fix before release."
    assert len(report.surprises) == 1


def test_generate_assignment_warns(course):
    (course / "source" / PS / "adding.ipynb.bak").write_bytes(notebook(course))
    printed = run_nbgrader(course, "generate_assignment", PS, "--force").stdout
    said = f"Move these files out of {course}/source/{PS}: adding.ipynb.bak contains BEGIN HIDDEN"
    assert printed.count(said) == 1


def test_all_files_are_looked_into_once_for_an_assignment(course, monkeypatch):
    """However many notebooks it has: a preprocessor is called for each."""
    looks = []
    monkeypatch.setattr(generate_assignment, "warning", lambda _: looks.append("warning"))
    preprocessor = generate_assignment.WarnUnchecked(config=coursedir(course).config)
    for assignment in (PS, PS, "other"):
        resources = {"nbgrader": {"assignment": assignment}}
        preprocessor.preprocess(nbformat.v4.new_notebook(), resources)
    assert looks == ["warning", "warning"]
    # A run of `nbjudge grade` asks twice whether it must refuse the course, and once for warnings.
    monkeypatch.setattr(preflight, "already_given_away", lambda _: looks.append("given"))
    assert look(Course(coursedir(course), coursedir(course).config), WRONG) == []
    assert looks == ["warning", "warning"]


def test_everybody_is_graded_if_everybody_has_it(course):
    """It is said once, to the instructor."""
    bak = "adding.ipynb.bak"
    (course / "source" / PS / bak).write_bytes(notebook(course))
    shutil.copy(course / "source" / PS / bak, course / "release" / PS / bak)
    for student in ("ada", "bea"):
        shutil.copy(course / "release" / PS / bak, hand_in(course, student) / bak)
    grade_here(course)
    for student in ("ada", "bea"):
        assert record_of(course, student)["reasons"] == []
        assert scores_of(course, student)["test-add-large"] == 3
    sentence = already_given_away(coursedir(course))
    assert sentence.startswith("Every student has solutions, because they are in ")
    assert f"{bak} contains BEGIN HIDDEN TESTS" in sentence
    warned = look(Course(coursedir(course), coursedir(course).config), WARNED)
    assert sentence in [problem.sentence for problem in warned]


@pytest.mark.parametrize("name", ["adding.ipynb.bak", "adding-solution.py"])
def test_who_has_what_was_not_released_is_not_graded(course, name):
    (course / "source" / PS / name).write_bytes(FILES[name][0](course))
    folder = hand_in(course, "ada")
    shutil.copy(course / "source" / PS / name, folder / name)
    hand_in(course, "bea", notes__py="def add(x, y):\n    return x + y\n")
    grade_here(course)
    (first, *_) = record_of(course, "ada")["reasons"]
    assert f"was not graded: {name} is source/{PS}/{name}. Students are never given such" in first
    assert record_of(course, "bea")["reasons"] == []


def test_nothing_is_said_of_the_release_alone(course):
    assert already_given_away(coursedir(course)) is None
