"""From `nbgrader submit` to "graded": what is submitted is collected and graded in formgrader."""

import sys
from pathlib import Path

import pytest

from nbjudge_testing.browser_walk import OPTIONS, PATIENCE, log_in, picture, running
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.grading_course import ANSWERS, NOTEBOOKS, PS, edit, make_course

pytestmark = pytest.mark.soak
EXCHANGE = """
c.CourseDirectory.course_id = "small"
c.Exchange.root = {root!r}
c.Exchange.path_includes_course = True
c.Exchange.cache = {cache!r}
"""
# All submit as the user who runs the tests. The times are not believed, which is the default.
COLLECT = "c.ExchangeCollect.check_owner = False\n"


def solve(notebook):
    for cell in notebook["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
        cell["source"] = ANSWERS.get(grade_id, cell["source"])


def hand_in(folder: Path, student: str, answered: bool = True) -> None:
    """Fetch the assignment if it is not there, answer it, and submit it."""
    work = folder / "small" / PS
    if not work.exists():
        run_nbgrader(folder, "fetch_assignment", PS, f"--student={student}")
    for name in NOTEBOOKS if answered else ():
        edit(work / f"{name}.ipynb", solve)
    run_nbgrader(folder, "submit", PS, f"--student={student}")


def cell(page, student, column):
    row = page.locator("#main-table tr").filter(has=page.locator(".student-id", has_text=student))
    return row.locator(column)


def collect(page, server):
    """Press Collect in the table of assignments, and go on to the submissions."""
    page.goto(f"{server.url}/formgrader/")
    page.locator(".collect a:has(.glyphicon)").click()  # the other one is for a zip file
    dialog = page.locator(".modal.in .modal-content")
    dialog.wait_for(timeout=PATIENCE)
    assert "Successfully" in dialog.inner_text()
    dialog.get_by_role("button", name="OK").click()
    page.goto(f"{server.url}/formgrader/manage_submissions/{PS}")
    page.locator("#main-table .student-id").first.wait_for()


def grade_all(page):
    page.locator("#nbjudge-all").click()
    page.wait_for_function(
        "() => document.querySelector('#nbjudge-progress').textContent.includes('skipped')"
    )


def test_from_submit_to_graded(page, tmp_path):
    root = tmp_path / "exchange"
    root.mkdir(mode=0o777)
    root.chmod(0o1777)
    exchange = EXCHANGE.format(root=str(root), cache=str(tmp_path / "cache"))
    course = make_course(tmp_path / "course", exchange + COLLECT)
    run_nbgrader(course, "release_assignment", PS)
    desk = tmp_path / "desk"
    desk.mkdir()
    (desk / "nbgrader_config.py").write_text("c = get_config()" + exchange)
    hand_in(desk, "ann")
    home = tmp_path / "home"
    home.mkdir()
    command = [sys.executable, "-m", "jupyter_server", "--allow-root", *OPTIONS.split()]
    with running(command, home, course, XDG_RUNTIME_DIR=str(home)) as server:
        log_in(page, server)
        collect(page, server)
        cell(page, "ann", ".status").get_by_text("needs autograding").wait_for()
        grade_all(page)
        cell(page, "ann", ".status").get_by_text("graded", exact=True).wait_for()
        assert "10" in cell(page, "ann", ".score").inner_text()
        picture(page, "collected")
        # Nothing new: it stays so. Then she submits once more, and it is said.
        collect(page, server)
        cell(page, "ann", ".status").get_by_text("graded", exact=True).wait_for()
        hand_in(desk, "ann", answered=False)
        collect(page, server)
        cell(page, "ann", ".status").get_by_text("needs autograding").wait_for()
        grade_all(page)
        cell(page, "ann", ".status").get_by_text("graded", exact=True).wait_for()
