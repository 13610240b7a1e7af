"""An instructor collects a class's zip file in formgrader: choose it, look at the table, press."""

import shutil
import sys

import pytest

from nbjudge_testing.access import violations
from nbjudge_testing.browser_walk import OPTIONS, log_in, running
from nbjudge_testing.grading_course import NOTEBOOKS, PS, hand_in, make_course
from nbjudge_testing.lms_downloads import PLUGINS, SYSTEMS, zipped

CANVAS = SYSTEMS["Canvas"]
HOSTILE = "<img src=x onerror=document.title='stolen'>.ipynb"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    folder = make_course(tmp_path_factory.mktemp("zip") / "course", PLUGINS)
    hand_in(folder, "12")
    return folder


@pytest.fixture(scope="module")
def archive(course):
    """The class's archive: a whole submission, one of one notebook, and a hostile name."""
    folder = hand_in(course, "model")
    work = {f"{name}.ipynb": (folder / f"{name}.ipynb").read_bytes() for name in NOTEBOOKS}
    shutil.rmtree(folder.parent)
    files = {CANVAS.path("11", name): content for name, content in work.items()}
    files[CANVAS.path("12", "adding.ipynb")] = work["adding.ipynb"]
    files[CANVAS.path("13", HOSTILE)] = work["adding.ipynb"]
    files[HOSTILE] = b"1"
    path = course.parent / CANVAS.archive
    path.write_bytes(zipped(files))
    return path


@pytest.fixture(scope="module")
def server(course, tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    command = [sys.executable, "-m", "jupyter_server", "--allow-root", *OPTIONS.split()]
    with running(command, home, course, XDG_RUNTIME_DIR=str(home)) as server:
        yield server


def test_from_the_list_of_assignments_to_collected_submissions(page, server, course, archive):
    log_in(page, server)
    page.goto(f"{server.url}/formgrader/manage_assignments")
    page.get_by_role("link", name=f"Collect a zip file: {PS}").click()
    assert violations(page) == []
    page.get_by_label("The file with all submissions").set_input_files(archive)
    page.get_by_role("button", name="Collect from 3 students").wait_for()
    assert page.get_by_label("Named as in").input_value() == "Canvas"
    assert not (course / "submitted" / "11").exists()
    rows = page.locator("#nbjudge-zip-students tr")
    assert "adding, doubling" in rows.nth(0).inner_text()
    assert "without doubling; replaces a submission" in rows.nth(1).inner_text()
    assert HOSTILE in rows.nth(2).inner_text()
    left_out = page.locator("#nbjudge-zip-files").inner_text()
    assert HOSTILE in left_out and "has no student's id in its name" in left_out
    assert page.locator("#nbjudge-zip-found img").count() == 0 and page.title() != "stolen"
    assert violations(page) == []
    page.get_by_label("Named as in").select_option("Moodle")
    page.get_by_role("alert").filter(has_text="None of the 5 files").wait_for()
    page.get_by_label("Named as in").select_option("Canvas")
    page.get_by_role("button", name="Collect from 3 students").click()
    page.get_by_role("link", name="Autograde them").click()
    page.locator("#main-table .student-id", has_text="13").wait_for()
    assert (course / "submitted" / "11" / PS / "doubling.ipynb").is_file()


def test_a_share_of_the_manual_grading_is_chosen_and_stays(page, server, course):
    server.asked(f"/formgrader/api/assignment/{PS}/autograde", {})
    log_in(page, server)
    page.goto(f"{server.url}/formgrader/gradebook/{PS}/adding")
    progress = page.locator("#nbjudge-share-progress")
    progress.filter(has_text="0 of ").wait_for()
    everybody = int(progress.inner_text().split()[2])
    assert violations(page) == []
    totals = []
    for part in ("1", "2"):
        page.get_by_label("My share: part").fill(part)
        page.get_by_label("of", exact=True).fill("2")
        page.get_by_label("of", exact=True).press("Tab")
        page.wait_for_function("part => localStorage['nbjudge-share'] === `${part}/2`", arg=part)
        page.reload()
        progress.filter(has_text=" of ").wait_for()
        totals.append(int(progress.inner_text().split()[2]))
    assert sum(totals) == everybody and everybody == 3
    for part, total in zip(("1", "2"), totals, strict=True):
        if not total:
            continue
        page.evaluate("part => localStorage.setItem('nbjudge-share', `${part}/2`)", part)
        page.goto(f"{server.url}/formgrader/gradebook/{PS}/adding")
        page.get_by_role("link", name="Grade the next of my share").click()
        page.locator(".nbjudge-left", has_text=f"in share {part} of 2").wait_for()
