"""A class of 300 is graded while formgrader's table of submissions is open: its rows change."""

import sys

import pytest

from nbjudge_testing.browser_walk import OPTIONS, log_in, running
from nbjudge_testing.grading_course import PS, hand_in, make_course

pytestmark = pytest.mark.soak
STUDENTS = 300
GRADED = """
() => [...document.querySelectorAll("#main-table .status")]
  .filter((cell) => !cell.textContent.includes("needs autograding")).length
"""
# Notes each number of graded rows that a person sees, without asking the server for anything.
WATCH = f"""
() => {{
  const graded = {GRADED};
  window.seen = [graded()];
  new MutationObserver(() => {{
    if (graded() !== window.seen.at(-1)) window.seen.push(graded());
  }}).observe(document.querySelector("#main-table"), {{ childList: true, subtree: true }});
}}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A Jupyter server on a course with 300 submissions, none of them graded."""
    course = make_course(tmp_path_factory.mktemp("class") / "course")
    for number in range(STUDENTS):
        hand_in(course, f"s{number:03}", writeup=f"Because of {number}.")
    home = tmp_path_factory.mktemp("home")
    command = [sys.executable, "-m", "jupyter_server", "--allow-root", *OPTIONS.split()]
    with running(command, home, course, XDG_RUNTIME_DIR=str(home)) as server:
        yield server


def test_rows_change_while_300_are_graded(page, server):
    log_in(page, server)
    page.goto(f"{server.url}/formgrader/manage_submissions/{PS}")
    page.locator("#main-table .student-id").nth(STUDENTS - 1).wait_for()
    loaded = []
    page.on("framenavigated", lambda frame: loaded.append(frame.url))
    page.evaluate(WATCH)
    page.locator("#nbjudge-all").click()
    # The table is drawn again before the run has ended.
    page.wait_for_function("() => window.seen.length > 1")
    assert page.locator("#nbjudge-progress").inner_text().startswith("Grading: ")
    seen = page.evaluate("window.seen")
    assert seen[0] == 0 and seen == sorted(set(seen)) and seen[-1] < STUDENTS
    assert not loaded  # the page was never loaded again
    # A student who was missing in one of these lists is seen as graded, too.
    page.wait_for_function("all => window.seen.at(-1) === all", arg=STUDENTS)
    page.get_by_text(f"{STUDENTS} graded in ").wait_for()
    assert not loaded
