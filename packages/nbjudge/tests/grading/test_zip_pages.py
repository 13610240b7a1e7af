"""`nbjudge feedback --zip`: what a learning management system takes back."""

import io
import stat
import zipfile
from pathlib import Path

import pytest
from nbgrader.coursedir import CourseDirectory
from test_archives import SYSTEMS, zipped
from traitlets.config import Config

from nbjudge.grading.zip_pages import zip_pages
from nbjudge.plugins.archives import PATTERNS, Extract
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.grading_course import PS, grade, hand_in, make_course

ZIP_COLLECT = """
c.ZipCollectApp.extractor_plugin = "nbjudge.plugins.archives.Extract"
c.ZipCollectApp.collector_plugin = "nbjudge.plugins.archives.Identify"
"""
CANVAS = {"named_regexp": PATTERNS["Canvas"]}


def write_page(course, student, notebook):
    path = course / "feedback" / student / PS / f"{notebook}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{student} {notebook}")


def packed(course, students=(), **settings):
    """The pages in the archive: content by name."""
    config = Config(CourseDirectory={"root": str(course), "assignment_id": PS}, **settings)
    data = zip_pages(CourseDirectory(config=config), config, students)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_page_has_the_name_of_the_file_that_came(system, tmp_path):
    downloaded = tmp_path / "downloaded" / PS
    expected = {}
    for archive, members in SYSTEMS[system].items():
        if archive:
            source = downloaded / "archive" / archive
            source.parent.mkdir(parents=True, exist_ok=True)
            source.write_bytes(zipped(**{name: "1" for name, _ in members}))
        for name, collected in members:
            if not archive:
                path = downloaded / "archive" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("1")
            if collected and "/" not in collected[1]:
                write_page(tmp_path, *collected)
                # Gradescope's archive has its own folder around those of the students.
                came = name.removeprefix("assignment_1_export/")
                expected[str(Path(came).with_suffix(".html"))] = " ".join(collected)
    Extract(config=Config()).extract(str(downloaded / "archive"), str(downloaded / "extracted"))
    pattern = {"named_regexp": PATTERNS[system]}
    assert packed(tmp_path, FileNameCollectorPlugin=pattern) == expected and expected


def test_pages_of_work_that_did_not_come_in_an_archive(tmp_path):
    for place in (("ada", "one"), ("ada", "two"), ("O'Brien", "one")):
        write_page(tmp_path, *place)
    names = ["ada/one.html", "ada/two.html", "O'Brien/one.html"]
    assert packed(tmp_path).keys() == set(names)
    assert packed(tmp_path, ["ada"]).keys() == set(names[:2])


def test_a_notebook_that_came_under_another_name_has_the_prefix_of_its_student(tmp_path):
    folder = tmp_path / "downloaded" / PS / "extracted"
    folder.mkdir(parents=True)
    (folder / "ada_12_34_my work.ipynb").write_text("1")
    write_page(tmp_path, "12", "one")
    assert packed(tmp_path, FileNameCollectorPlugin=CANVAS) == {"ada_12_34_one.html": "12 one"}


def test_the_page_has_the_name_of_the_upload_that_counts(tmp_path):
    folder = tmp_path / "downloaded" / PS / "extracted"
    folder.mkdir(parents=True)
    for name in ("ada_12_999_one.ipynb", "ada_12_1000_one-1.ipynb"):
        (folder / name).write_text("1")
    write_page(tmp_path, "12", "one")
    found = packed(tmp_path, FileNameCollectorPlugin=CANVAS)
    assert found == {"ada_12_1000_one-1.html": "12 one"}


def test_a_pattern_of_the_course_with_the_student_last(tmp_path):
    folder = tmp_path / "downloaded" / PS / "extracted" / "class"
    folder.mkdir(parents=True)
    (folder / "one by ada.ipynb").write_text("1")
    write_page(tmp_path, "ada", "one")
    pattern = {"named_regexp": r".*/(?P<file_id>\w+) by (?P<student_id>\w+)"}
    assert packed(tmp_path, FileNameCollectorPlugin=pattern) == {"one by ada.html": "ada one"}


def test_from_canvas_and_back(tmp_path):
    pattern = f"c.FileNameCollectorPlugin.named_regexp = {PATTERNS['Canvas']!r}\n"
    course = make_course(tmp_path / "course", ZIP_COLLECT + pattern)
    came = {}
    for number, student in enumerate(("ada", "bea")):
        folder = hand_in(course, student)
        for notebook in ("adding", "doubling"):
            name = f"{student}_{100 + number}_{len(came)}_{notebook}-1.ipynb"
            came[name] = (folder / f"{notebook}.ipynb").read_text()
            (folder / f"{notebook}.ipynb").unlink()
        (folder / "..").resolve().rename(tmp_path / student)
    archive = course / "downloaded" / PS / "archive" / "submissions.zip"
    archive.parent.mkdir(parents=True)
    archive.write_bytes(zipped(**came))
    run_nbgrader(course, "zip_collect", PS)
    grade(course)
    finished = run_nbjudge(course, "feedback", PS, "--zip", "pages.zip")
    assert finished.returncode == 0 and finished.stdout.endswith("Wrote pages.zip\n")
    assert stat.S_IMODE((course / "pages.zip").stat().st_mode) == 0o600
    with zipfile.ZipFile(course / "pages.zip") as pages:
        assert set(pages.namelist()) == {name.replace(".ipynb", ".html") for name in came}
        assert all(b"5 of 9 points" in pages.read(name) for name in pages.namelist())
    finished = run_nbjudge(course, "feedback", PS, "--zip", "nowhere/pages.zip")
    assert finished.returncode == 1
    assert "nowhere/pages.zip cannot be written: No such file or directory." in finished.stderr
