"""A student's walk: open the notebooks, work, and find the work again."""

import subprocess

import pytest
from support.repository_copy import make_command

from nbjudge_testing.browser_walk import NOTEBOOK, open_notebook, picture, save, write_cell

pytestmark = pytest.mark.soak
HOOKS = "autograd/1-backward-hooks.ipynb"


def code_cell(page, text):
    """The first code cell of the open notebook that says `text`."""
    return page.locator(f"{NOTEBOOK} .jp-CodeCell", has_text=text).first


def test_a_newer_edition_comes_around_the_work(page, lab, lab_folder):
    open_notebook(page, lab, HOOKS)
    cell = code_cell(page, "YOUR CODE HERE")
    write_cell(page, cell, "def predict_module_hook(weight, bias, x, grad_y):\n    return mine")
    save(page)
    work, release = lab_folder / "work" / HOOKS, lab_folder / "release" / HOOKS
    assert "return mine" in work.read_text()
    assert "return mine" not in release.read_text()
    # A second edition comes, as `make release` or a `git pull` brings it.
    release.write_text(release.read_text().replace("Step 1: a layer", "Step 1: one layer"))
    again = subprocess.run(
        make_command(lab_folder, "lab", "JUPYTER=--version"),
        check=True,
        capture_output=True,
        text=True,
    )
    assert "and kept your work" in again.stdout
    assert "return mine" in work.read_text() and "Step 1: one layer" in work.read_text()
    open_notebook(page, lab, HOOKS)
    note = page.locator(".Toastify__toast", has_text="newer release of the notebook")
    note.wait_for()
    picture(page, "edition")
    note.get_by_role("button", name="Open the previous copy").click()
    page.locator(".lm-TabBar-tab.lm-mod-current", has_text="1-backward-hooks.old.ipynb").wait_for()
    older = work.with_name("1-backward-hooks.old.ipynb").read_text()
    assert "Step 1: a layer" in older and "return mine" in older


def test_nothing_of_the_instructors_is_in_the_way(page, lab):
    asked = []
    page.on("response", lambda answer: asked.append((answer.status, answer.url)))
    open_notebook(page, lab, HOOKS)
    assert page.get_by_role("button", name="Validate").count() == 1
    for words in ("nbgrader", "Formgrader", "Create Assignment", "Assignment List", "Course List"):
        assert page.get_by_text(words, exact=False).count() == 0, words
    page.keyboard.press("Control+Shift+C")
    page.locator(".lm-CommandPalette-input").fill("nbgrader")
    assert page.locator(".lm-CommandPalette-item").count() == 0
    assert [url for status, url in asked if status >= 400] == []
