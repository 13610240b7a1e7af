"""The button Validate: its answer, and that the server goes on meanwhile."""

import re
import threading

import nbformat
import pytest
from support.browser_steps import validate

from nbjudge_testing.browser_walk import NOTEBOOK, PATIENCE, open_notebook, picture

GRAPH = "3-autograd-graph.ipynb"
ANSWER = "visualize_autograd_graph"


@pytest.fixture
def notebook(lab_folder):
    """Write the notebook of task 3 under a name of its own, with an answer; return its path."""
    written = []

    def write(name, answer=None, change=None):
        nb = nbformat.read(lab_folder / "release" / "autograd" / GRAPH, 4)
        for cell in nb.cells:
            grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
            if answer and grade_id == ANSWER:
                cell.source = answer
            if change and grade_id == change:
                cell.source += "\n# changed"
        path = lab_folder / "work" / "autograd" / f"{name}.ipynb"
        nbformat.write(nb, path)
        written.append(path)
        return f"autograd/{name}.ipynb"

    yield write
    for path in written:
        path.unlink()


def reference(folder):
    nb = nbformat.read(folder / "source" / "autograd" / GRAPH, 4)
    cells = [c for c in nb.cells if c.metadata.get("nbgrader", {}).get("grade_id") == ANSWER]
    return cells[0].source


def counts(folder):
    """How many checks with points the student sees, and how many are a comment only."""
    cells = nbformat.read(folder / "release" / "autograd" / GRAPH, 4).cells
    own = [(cell.metadata.get("nbgrader", {}), cell.source.splitlines()) for cell in cells]
    checks = [
        any(line and not line.startswith("#") for line in lines)
        for metadata, lines in own
        if metadata.get("grade") and not metadata.get("solution") and metadata.get("points")
    ]
    assert checks.count(True) > 1 and checks.count(False) > 1  # else the sentence is another one
    return checks.count(True), checks.count(False)


WARM = "**/nbjudge/warm*"


def test_all_shown_checks_pass(page, lab, lab_folder, notebook):
    with page.expect_request(WARM):  # before the button is pressed
        open_notebook(page, lab, notebook("3-right", reference(lab_folder)))
    dialog = validate(page)
    words = dialog.locator(".nbjudge-tally").inner_text()
    shown, hidden = counts(lab_folder)
    assert f"✓ {shown} passed" in words and f"… {hidden} checked when graded" in words
    assert dialog.locator(".nbjudge-failed").count() == 0
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert focused(page) == "Validate"  # who uses the keyboard goes on from there
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name="Next: 4-visited-memory").wait_for()
    page.keyboard.press("Enter")
    page.locator(".lm-TabBar-tab.lm-mod-current", has_text="4-visited-memory.ipynb").wait_for()


def test_without_a_mouse_at_200_percent(page, lab, lab_folder, notebook):
    """A window of 1280 x 720 has half of each then."""
    open_notebook(page, lab, notebook("keys"))
    page.set_viewport_size({"width": 640, "height": 360})
    button = page.get_by_role("button", name="Validate")
    assert button.is_visible()  # in the toolbar, and not behind its dots
    page.locator(f"{NOTEBOOK} .jp-Cell").first.focus()
    page.keyboard.press("Alt+Shift+KeyV")
    shown, _ = counts(lab_folder)
    dialog = page.get_by_role("dialog", name=re.compile(f"Not there yet. {shown} not written"))
    dialog.wait_for(timeout=PATIENCE)
    close = dialog.get_by_role("button", name="Close").bounding_box()
    assert close["y"] + close["height"] <= 360
    # That there is more below is seen at the edge, where a scrollbar is not drawn.
    body = dialog.locator(".nbjudge-verdict")
    assert body.evaluate("body => body.scrollHeight > body.clientHeight")
    assert "linear-gradient" in body.evaluate("body => getComputedStyle(body).backgroundImage")
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert focused(page) == "Validate"
    page.keyboard.press("Control+Shift+C")
    page.locator(".lm-CommandPalette-input").fill("validate")
    page.locator(".lm-CommandPalette-item", has_text="Validate").wait_for()
    page.keyboard.press("Enter")
    dialog.wait_for(timeout=PATIENCE)


@pytest.mark.soak
def test_who_runs_a_cell_after_a_pause_has_the_process_made_ready_again(page, lab, notebook):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.install()
    with page.expect_request(WARM):
        open_notebook(page, lab, notebook("pause"))
    first = page.locator(f"{NOTEBOOK} .jp-CodeCell").first

    def run(number):
        first.locator(".cm-content").click()
        page.keyboard.press("Control+Enter")
        first.locator(f".jp-InputPrompt:text-is('[{number}]:')").wait_for(timeout=PATIENCE)

    run(1)
    assert len([url for url in asked if "/nbjudge/warm" in url]) == 1
    page.clock.fast_forward(301_000)
    with page.expect_request(WARM):
        run(2)


def focused(page):
    """The text of what has the focus."""
    return page.evaluate("document.activeElement.textContent")


def active_cell(page):
    return page.locator(f"{NOTEBOOK} .jp-Cell.jp-mod-active")


def test_the_message_comes_first_and_leads_to_the_cell_to_write(page, lab, lab_folder):
    open_notebook(page, lab, f"autograd/{GRAPH}")
    dialog = validate(page)
    shown, _ = counts(lab_folder)
    assert f"○ {shown} not written" in dialog.locator(".nbjudge-tally").inner_text()
    assert (
        dialog.get_by_role("dialog", name="Not there yet")
        .or_(page.get_by_role("dialog", name="Not there yet"))
        .count()
    )
    picture(page, "validate")
    block = dialog.locator(".nbjudge-unwritten").first
    assert block.get_by_role("heading").inner_text().startswith(ANSWER)
    assert "delete this line" not in dialog.inner_text()  # the line is in the cell
    assert block.locator(".nbjudge-row.nbjudge-unwritten .nbjudge-link").count() == shown
    assert block.get_by_text("Full error").count() == 0  # it says no more
    block.locator(".nbjudge-place .nbjudge-link").click()
    dialog.wait_for(state="detached")
    active = active_cell(page)
    active.wait_for()
    assert f"def {ANSWER}" in active.inner_text()
    page.keyboard.press("Enter")
    page.keyboard.press("Control+End")
    page.keyboard.type("# typed")
    assert "# typed" in active.inner_text()


def test_a_check_is_reached_too(page, lab, notebook):
    open_notebook(page, lab, notebook("places"))
    dialog = validate(page)
    dialog.locator(".nbjudge-row .nbjudge-link").first.click()
    dialog.wait_for(state="detached")
    active = active_cell(page)
    assert "Check: how many operations, leaves and edges" in active.inner_text()
    page.keyboard.press("ArrowDown")  # the keys are for the notebook
    page.wait_for_function(
        # For a moment, while cells are attached and detached, none is active.
        "text => document.querySelector('.jp-Cell.jp-mod-active')?.textContent.includes(text)"
        " === false",
        arg="Check: how many operations, leaves and edges",
    )


def test_cancel(page, lab, notebook):
    """A loop without end is ended at once, and its page asks for nothing more."""
    open_notebook(page, lab, notebook("cancelled", "while True:\n    pass"))
    page.get_by_role("button", name="Validate").click()
    cancel = page.locator(".nbjudge-buttons").get_by_role("button", name="Cancel")
    seconds = page.locator(".nbjudge-seconds", has_text=re.compile(r"^\d+ s$"))
    seconds.wait_for()
    assert seconds.get_attribute("aria-live") == "off"  # nobody hears each second
    bar = page.get_by_role("progressbar", name="Validating")
    assert bar.is_visible()
    cancel.click()
    page.get_by_role("button", name="Validate", exact=True).wait_for()
    assert not cancel.is_visible() and not bar.is_visible() and seconds.count() == 0
    assert page.locator(".jp-Dialog").count() == 0
    assert focused(page) == "Validate"


@pytest.mark.parametrize("first", ["autosave", "button"])
def test_the_button_and_the_autosave_save_in_turn(first, page, lab, notebook):
    """Of two saves at a time, JupyterLab would take one for a change by somebody else, and ask."""
    path = notebook(f"saved-{first}")
    page.clock.install()
    open_notebook(page, lab, path)
    page.locator(f"{NOTEBOOK} .jp-CodeCell").first.locator(".cm-content").click()
    page.keyboard.type("# typed\n")
    saved, held = [], []

    def hold(route):
        """Hold back the request that ends the first save."""
        if saved and not held:
            held.append(route)
            return
        if route.request.method == "PUT":
            saved.append(route)
        route.continue_()

    page.route(f"**/api/contents/{path}?*", hold)
    saves = {
        "autosave": lambda: page.clock.fast_forward(15_000),
        "button": page.get_by_role("button", name="Validate").click,
    }
    saves.pop(first)()
    while not held:
        page.wait_for_timeout(100)
    (second,) = saves.values()
    second()
    page.wait_for_timeout(1000)  # in which it would find the file changed
    held[0].continue_()
    dialog = page.locator(".jp-Dialog").first
    dialog.wait_for()
    assert dialog.locator(".nbjudge-verdict").count() == 1
    assert len(saved) == 2


@pytest.mark.soak
def test_what_the_student_sees_is_what_is_validated(page, lab, notebook):
    """An answer that is typed and not saved counts."""
    open_notebook(page, lab, notebook("unsaved"))
    cell = page.locator(f"{NOTEBOOK} .jp-CodeCell", has_text="YOUR CODE HERE").first
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(f"def {ANSWER}(output):\n    return 17")
    messages = validate(page).locator(".nbjudge-message")
    messages.get_by_text("Your function: expected a graphviz.Digraph, got an int.").wait_for()


def test_a_changed_check_is_named(page, lab, notebook):
    open_notebook(page, lab, notebook("changed", change=f"test-{ANSWER}-counts"))
    dialog = validate(page)
    assert "different from the released version" in dialog.inner_text()
    assert "was changed" in dialog.locator(".nbjudge-message").inner_text()


@pytest.mark.soak
def test_a_loop_without_end_is_ended_and_the_server_goes_on(lab, notebook):
    path = notebook("loop", f"def {ANSWER}(output):\n    while True:\n        pass")
    answers = []

    def press():
        answers.append(lab.asked("/assignments/validate", {"path": path}))

    button = threading.Thread(target=press)
    button.start()
    asked = 0
    while button.is_alive():
        assert "started" in lab.asked("/api/status")
        asked += not answers
        button.join(0.2)
    assert asked > 3  # while the loop went on
    (answer,) = answers
    # The function's checks, and an instructor cell that calls it.
    assert answer["nbjudge"]["html"].count("infinite loop") > 1


@pytest.mark.parametrize("path", ["../nbgrader_config.py", "autograd/nothing.ipynb"])
def test_a_path_that_is_no_notebook_of_the_student(lab, path):
    import urllib.error

    try:
        answer = lab.asked("/assignments/validate", {"path": path})
    except urllib.error.HTTPError as error:
        assert error.code == 403
    else:
        assert answer["success"] is False and "Traceback" not in answer["value"]


def test_what_is_not_a_notebook(lab, lab_folder):
    (lab_folder / "work" / "autograd" / "broken.ipynb").write_text("{")
    answer = lab.asked("/assignments/validate", {"path": "autograd/broken.ipynb"})
    sentence = "broken.ipynb cannot be read as a notebook."
    assert (answer["success"], answer["value"]) == (False, sentence)
    assert sentence in answer["nbjudge"]["html"]


@pytest.mark.soak
def test_without_an_exchange_there_is_no_button(page, lab):
    open_notebook(page, lab, "autograd/1-backward-hooks.ipynb")
    page.locator(NOTEBOOK).get_by_role("button", name="Validate").wait_for()
    page.wait_for_timeout(2000)
    assert page.get_by_role("button", name="Submit", exact=True).count() == 0
