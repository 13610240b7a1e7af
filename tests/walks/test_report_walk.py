"""The report on the sample class, as an instructor opens it after `make grade`."""

import pytest
import sample_class
from browser_walk import picture
from lab_walk import copy_repository
from shell import run_nbgrader, run_nbjudge

pytestmark = pytest.mark.soak


def test_the_report_on_the_sample_class_is_read(page, tmp_path):
    course = copy_repository(tmp_path / "course")
    run_nbgrader(course, "generate_assignment", "autograd", "--force")
    answers = sample_class.write_sample_class(course, "autograd")
    graded = run_nbjudge(course, "grade", "autograd")
    assert graded.returncode == 3, graded.stderr  # some of the class need attention
    written = run_nbjudge(course, "report", "autograd")
    assert written.returncode == 0, written.stderr
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
    assert len(answers) == 12
