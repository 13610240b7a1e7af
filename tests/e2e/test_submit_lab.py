"""A student submits the lab from JupyterLab, and reads in the panel why an answer is wrong."""

import json
import shutil
import sys

import pytest
import sample_class
from support.course_copy import ASSIGNMENT, copy_course

from nbisolate_testing.users import wait_for
from nbjudge_testing.browser_walk import NOTEBOOK, OPTIONS, open_notebook, picture, running
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.watched import Exchange, Watching

pytestmark = pytest.mark.soak
STUDENT = "chen"  # of the sample class: a wrong answer in notebook 2, and one in notebook 3
WRONG = "3-autograd-graph"
OTHER = "2-reverse-order"
EXCHANGE = """
c.Exchange.root = {root!r}
c.CourseDirectory.course_id = "autograd-lab"
"""
# As packages/nbjudge/docs/jupyterhub.md configures a student's JupyterLab.
VALIDATE = 'c.Autograde.autograde_preprocessors = ["nbjudge.JudgeExecute"]\n'
HIDDEN = [
    *("@jupyter/nbgrader:formgrader", "@jupyter/nbgrader:create-assignment"),
    *("@jupyter/nbgrader:course-list", "@jupyterlab/apputils-extension:announcements"),
]


@pytest.fixture
def exchange(tmp_path):
    """The course, whose assignment is released, and its folder in the exchange."""
    course, root = copy_course(tmp_path / "course"), tmp_path / "exchange"
    root.mkdir()
    root.chmod(0o1777)
    with (course / "nbgrader_config.py").open("a") as file:
        file.write(EXCHANGE.format(root=str(root)))
    run_nbgrader(course, "generate_assignment", ASSIGNMENT, "--force")
    run_nbgrader(course, "release_assignment", ASSIGNMENT)
    return Exchange(course, root / "autograd-lab")


@pytest.fixture
def server(exchange, tmp_path):
    """A student's JupyterLab, on a folder with answers to the assignment."""
    home, work = tmp_path / "home", tmp_path / "work"
    (home / "labconfig").mkdir(parents=True)
    own = EXCHANGE.format(root=str(exchange.folder.parent))
    (home / "nbgrader_config.py").write_text(f"c = get_config(){own}{VALIDATE}")
    disabled = {"disabledExtensions": dict.fromkeys(HIDDEN, True)}
    (home / "labconfig" / "page_config.json").write_text(json.dumps(disabled))
    sample_class.write_sample_class(exchange.course, ASSIGNMENT)
    submitted = exchange.course / "submitted"
    ignored = shutil.ignore_patterns("timestamp.txt", "submission_secret.txt")
    shutil.copytree(submitted / STUDENT / ASSIGNMENT, work / ASSIGNMENT, ignore=ignored)
    shutil.rmtree(submitted)
    command = [sys.executable, "-m", "jupyterlab", "--notebook-dir=.", "--allow-root"]
    with running([*command, *OPTIONS.split()], home, work) as server:
        yield server


def test_the_panel_says_why_an_answer_is_wrong(page, server, exchange):
    with Watching(exchange, assignments=(ASSIGNMENT,)) as watch:
        wait_for(lambda: watch.heartbeat)
        open_notebook(page, server, f"{ASSIGNMENT}/{WRONG}.ipynb")
        page.locator(NOTEBOOK).get_by_role("button", name="Submit", exact=True).focus()
        page.keyboard.press("Enter")
        panel = page.get_by_role("region", name="Submissions")
        notebook = panel.locator("details", has_text=WRONG)
        why = notebook.locator(".nbjudge-message")
        why.first.wait_for()
        picture(page, "submissions")
        reason = why.first.inner_text()
        assert "Operations in your drawing: expected 2, got 3." in reason
        notebook.get_by_role("button", name=f"View feedback on {WRONG}").click()
        feedback = page.frame_locator(".jp-HTMLViewer iframe")
        feedback.get_by_text("9 of 10 points").first.wait_for()
        feedback.get_by_text(reason).first.wait_for()
        feedback.get_by_role("link", name=OTHER).click()
        other = page.frame_locator(f'iframe[title="Feedback on {OTHER}"]')
        other.get_by_role("heading", name="of 10 points").wait_for()
        other.get_by_role("link", name=WRONG).focus()
        page.keyboard.press("Enter")
        again = page.frame_locator(f'iframe[title="Feedback on {WRONG}"]')
        again.get_by_text("9 of 10 points").first.wait_for()
