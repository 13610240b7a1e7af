"""`nbjudge feedback --zip`: what a learning management system takes back."""

import datetime
import io
import shutil
import stat
import zipfile

import pytest
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from nbjudge.zip_collect.names import PATTERNS
from nbjudge.zip_collect.zip_pages import zip_pages
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.grading_course import PS, database, grade
from nbjudge_testing.lms_downloads import SYSTEMS, download, zipped


def collect(course, pattern, files, archive):
    download(course / "downloaded" / PS / "archive", files, archive)
    option = f"--FileNameCollectorPlugin.named_regexp={pattern}"
    run_nbgrader(course, "zip_collect", PS, "--force", option)


def write_pages(course, student, *notebooks):
    for notebook in notebooks:
        path = course / "feedback" / student / PS / f"{notebook}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{student} {notebook}")


def packed(course, students=None):
    """The pages in the archive, by default of all students: content by name."""
    students = students or [folder.name for folder in (course / "feedback").iterdir()]
    config = Config(CourseDirectory={"root": str(course), "assignment_id": PS})
    data = zip_pages(CourseDirectory(config=config), config, students)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_page_is_named_as_the_system_named_the_upload(name, course, work):
    system = SYSTEMS[name]
    files = {system.path("12", file, n): content for n, (file, content) in enumerate(work.items())}
    files[system.path("13", "my work.zip", 13)] = zipped(work)
    files[system.path("14", "adding (1).ipynb", 14)] = work["adding.ipynb"]
    collect(course, system.pattern, files, system.archive)
    write_pages(course, "12", "adding", "doubling")
    write_pages(course, "13", "adding", "doubling")
    write_pages(course, "14", "adding")
    assert packed(course) == {
        system.page_path("12", "adding.html", 0): "12 adding",
        system.page_path("12", "doubling.html", 1): "12 doubling",
        system.page_path("13", "adding.html", 13): "13 adding",
        system.page_path("13", "doubling.html", 13): "13 doubling",
        system.page_path("14", "adding (1).html", 14): "14 adding",
    }


def test_a_page_goes_only_into_the_upload_that_it_was_made_from(course, work):
    """Eve's text imitates an upload of 77, whose notebook has another name."""
    system = SYSTEMS["Moodle"]
    eve = system.path("12", "x_77_assignsubmission_file_zzz.txt")
    files = {system.path("77", "my work.ipynb"): work["adding.ipynb"], eve: b"1"}
    collect(course, system.pattern, files, system.archive)
    write_pages(course, "77", "adding")
    write_pages(course, "12", "adding")
    assert packed(course) == {
        system.path("77", "my work.html"): "77 adding",
        "12/adding.html": "12 adding",
    }


def test_two_pages_never_have_one_name(course, work):
    system = SYSTEMS["Moodle"]
    files = {
        system.path("12", "doubling.ipynb.ipynb"): work["adding.ipynb"],
        system.path("12", "work.zip"): zipped({"doubling.ipynb": work["doubling.ipynb"]}),
        system.path("13", "doubling (1).ipynb"): work["adding.ipynb"],
        system.path("13", "doubling (1).zip"): zipped({"doubling.ipynb": work["doubling.ipynb"]}),
    }
    collect(course, system.pattern, files, system.archive)
    for student in ("12", "13"):
        write_pages(course, student, "adding", "doubling")
    assert len(packed(course)) == 4


@pytest.mark.filterwarnings("error:Duplicate name")
def test_no_page_has_the_name_of_one_that_did_not_come_in_an_archive(course, work):
    files = {"ada/doubling.IPYNB": work["adding.ipynb"]}
    collect(course, PATTERNS["folders in an archive"], files, "class.zip")
    write_pages(course, "ada", "adding", "doubling")
    assert packed(course) == {
        "ada/adding.html": "ada adding",
        "ada/doubling.html": "ada doubling",
    }


def test_pages_of_work_that_did_not_come_in_an_archive(tmp_path):
    write_pages(tmp_path, "ada", "one", "two")
    write_pages(tmp_path, "O'Brien", "one")
    names = ["ada/one.html", "ada/two.html", "O'Brien/one.html"]
    assert packed(tmp_path).keys() == set(names)
    assert packed(tmp_path, ["ada"]).keys() == set(names[:2])


def test_a_pattern_of_the_course_with_the_student_last(course, work):
    pattern = r".*/(?P<file_id>\w+) by (?P<student_id>\w+)"
    collect(course, pattern, {"adding by ada.ipynb": work["adding.ipynb"]}, "class.zip")
    write_pages(course, "ada", "adding")
    assert packed(course) == {"adding by ada.html": "ada adding"}


def test_from_canvas_and_back_days_later(course, work):
    system = SYSTEMS["Canvas"]
    files = {}
    for number, student in enumerate(("100", "101")):
        for place, (file, content) in enumerate(work.items()):
            name = file.replace(".ipynb", "-1.ipynb")
            files[system.path(student, name, 10 * number + place)] = content
    collect(course, system.pattern, files, system.archive)
    shutil.rmtree(course / "downloaded" / PS / "archive")
    shutil.rmtree(course / "downloaded" / PS / "extracted")
    grade(course)
    finished = run_nbjudge(course, "feedback", PS, "--zip", "pages.zip")
    assert finished.returncode == 0 and finished.stdout.endswith("Wrote pages.zip\n")
    assert stat.S_IMODE((course / "pages.zip").stat().st_mode) == 0o600
    with zipfile.ZipFile(course / "pages.zip") as pages:
        assert set(pages.namelist()) == {name.replace(".ipynb", ".html") for name in files}
        assert all(b"5 of 9 points" in pages.read(name) for name in pages.namelist())
    # The course shows only points, and the due date is ahead, but not for one of the students.
    tomorrow = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)
    with Gradebook(database(course), "small") as gradebook:
        gradebook.update_or_create_assignment(PS, duedate=f"{tomorrow:%Y-%m-%d %H:%M:%S.%f} UTC")
        gradebook.grant_extension(PS, "101", days=-2)
    scores = "--WatchLimits.feedback_before_due=scores"
    finished = run_nbjudge(course, "feedback", PS, "--zip", "pages.zip", scores)
    assert "these students see only points now" in finished.stdout
    assert "feedback_before_due is 'scores'): 100\n" in finished.stdout
    with zipfile.ZipFile(course / "pages.zip") as pages:
        assert pages.namelist() and all("_101_" in name for name in pages.namelist())
    finished = run_nbjudge(course, "feedback", PS, "--zip", "nowhere/pages.zip")
    assert finished.returncode == 1
    assert "nowhere/pages.zip cannot be written: No such file or directory." in finished.stderr
