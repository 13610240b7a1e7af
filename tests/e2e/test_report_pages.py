"""The sample class as an instructor sees it: the report, the feedback, and formgrader."""

import re

import pytest
import sample_class
from support.repository_copy import copy_repository, make_command

from nbjudge_testing.access import violations
from nbjudge_testing.browser_walk import OPTIONS, log_in, picture, running
from nbjudge_testing.commands import run_nbgrader, run_nbjudge

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The course as `make grade` leaves it, with the report and the pages of feedback."""
    course = copy_repository(tmp_path_factory.mktemp("teacher") / "course")
    run_nbgrader(course, "generate_assignment", "autograd", "--force")
    assert len(sample_class.write_sample_class(course, "autograd")) == 12
    sample_class.name_students(course)
    graded = run_nbjudge(course, "grade", "autograd", "--feedback")
    assert graded.returncode == 3, graded.stderr  # some of the class need attention
    written = run_nbjudge(course, "report", "autograd")
    assert written.returncode == 0, written.stderr
    return course


def test_the_report_on_the_sample_class_is_read(page, course):
    page.goto((course / "autograd-report.html").as_uri())
    page.locator("h1", has_text="autograd").wait_for()
    picture(page, "report")
    page.get_by_role("link", name="Points", exact=True).click()
    box, heading = (page.locator(each).bounding_box() for each in (".search", "#points"))
    assert heading["y"] >= box["y"] + box["height"]  # the box covers no heading
    guesses = page.locator("tr", has_text="factor: grad_output[0] is y times this number")
    right = ["1-backward-hooks", "2 (4); 1 (1); 4 (1)", "2", "4 of 6", "6"]
    assert guesses.locator("td").all_inner_texts() == right
    page.locator("#search").press_sequentially("amara")
    assert page.get_by_role("rowheader", name="amara").is_visible()
    assert not page.get_by_role("rowheader", name="boris").is_visible()


def test_axe_finds_nothing_on_the_pages_of_the_sample_class(page, course):
    pages = sorted((course / "feedback").glob("*/autograd/*.html"))
    assert pages
    found = {}
    for path in pages:
        page.goto(path.as_uri())
        if seen := violations(page, themes=["light"], widths=[1280]):
            found[str(path.relative_to(course))] = seen
    assert found == {}


def test_a_page_says_the_same_reason_once(page, course):
    page.goto((course / "feedback/divya/autograd/3-autograd-graph.html").as_uri())
    block = page.locator("section.nbjudge-block", has_text="visualize_autograd_graph")
    messages = block.locator(".nbjudge-message").all_inner_texts()
    counted = [re.search(r"([^:]+): expected", message)[1] for message in messages]
    assert len(counted) > 1 and len({*counted}) == len(counted)


@pytest.fixture(scope="module")
def server(course, tmp_path_factory):
    runtime = {"XDG_RUNTIME_DIR": str(tmp_path_factory.mktemp("run"))}
    command = make_command(course, "formgrader", f"JUPYTER={OPTIONS}")
    with running(command, tmp_path_factory.mktemp("home"), course, **runtime) as server:
        yield server


def test_the_class_is_graded_again_in_formgrader(page, server):
    log_in(page, server)
    page.goto(f"{server.url}/formgrader/manage_submissions/autograd")
    page.locator("#nbjudge-force").check()
    page.locator("#nbjudge-all").click()
    page.locator("#nbjudge-progress", has_text="graded in").wait_for()
    page.locator("#main-table .nbjudge-attention").first.wait_for()
    picture(page, "formgrader")


def open_by_hand(page, server, student, notebook):
    rows = server.asked(f"/formgrader/api/submitted_notebooks/autograd/{notebook}")
    (identity,) = (each["id"] for each in rows if each["student"] == student)
    log_in(page, server)
    page.goto(f"{server.url}/formgrader/submissions/{identity}/")


def test_the_page_to_grade_by_hand_fits_into_320_pixels(page, server):
    """As at a zoom of 400 percent. The notebook has long addresses and a wide table."""
    page.set_viewport_size({"width": 320, "height": 640})
    open_by_hand(page, server, "amara", "1-backward-hooks")
    page.locator(".nbjudge-equal").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.locator(".navbar").evaluate("e => getComputedStyle(e).position") == "absolute"


def test_equal_answers_of_the_class_are_graded_at_one_press(page, server):
    open_by_hand(page, server, "amara", "1-backward-hooks")
    equal = page.locator(".nbjudge-equal")
    equal.get_by_text("Same answer, not graded yet, by 2 other students.").wait_for()
    items = page.locator(".nbjudge-items .btn-group")
    for number in range(items.count()):
        items.nth(number).get_by_role("button", name="1", exact=True).click()
    page.wait_for_function("() => document.getElementById('hooks_writeup').value === '4'")
    page.emulate_media(forced_colors="active")  # in which a background says nothing
    border = "button => getComputedStyle(button).borderTopWidth"
    buttons = items.first.get_by_role("button")
    borders = {b.get_attribute("aria-pressed"): b.evaluate(border) for b in buttons.all()}
    assert borders["true"] != borders["false"]
    page.emulate_media(forced_colors="none")
    page.locator("#hooks_writeup-comment").fill("Clear and complete.")
    equal.scroll_into_view_if_needed()
    picture(page, "by-hand")
    equal.get_by_role("button", name="Give them the same points and comment").click()
    equal.get_by_text("2 of 2 equal answers were graded.").wait_for()
