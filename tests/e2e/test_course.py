"""An instructor's walk: `make formgrader`, its Autograde buttons, grading by hand."""

import fcntl
import json
import shutil
import threading

import nbformat
import pytest
import sample_class
from nbgrader.api import Gradebook
from support.repository_copy import copy_repository, make_command

from nbjudge_testing.browser_walk import OPTIONS, PATIENCE, TOKEN, log_in, picture, running
from nbjudge_testing.commands import run_nbgrader

pytestmark = pytest.mark.soak
ASSIGNMENT = "autograd"
UNREADABLE = "2-reverse-order.ipynb"
WRITE_UP = """\
1. Each entry of x goes into every output, so its gradient is a sum over the outputs: `grad_y @ W`.
2. The node also gets the gradients of the bias and of the weight. The last one is that of `W.T`.
3. After the gradient of the layer's input is there.
4. `grad_input` is `(None,)`.
"""
STUDENTS = {"ada": ("Ada", "Lovelace"), "bob": ("Bob", "Ross"), "eve": ("Eve", "Arden")}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course with three submissions: complete, empty, and with a notebook cut off."""
    folder = copy_repository(tmp_path_factory.mktemp("instructor") / "course")
    run_nbgrader(folder, "generate_assignment", ASSIGNMENT, "--force")
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}", "autograd-lab") as gradebook:
        for student, (first, last) in STUDENTS.items():
            gradebook.update_or_create_student(student, first_name=first, last_name=last)
    for student, step in {"ada": "source", "bob": "release", "eve": "source"}.items():
        shutil.copytree(folder / step / ASSIGNMENT, folder / "submitted" / student / ASSIGNMENT)
        for path in (folder / "submitted" / student / ASSIGNMENT).glob("*.ipynb"):
            path.write_text(path.read_text() + "\n")  # the very file of the course is refused
        sample_class.write_notes(folder / "submitted" / student / ASSIGNMENT, student)
    for student in ("ada", "eve"):
        path = folder / "submitted" / student / ASSIGNMENT / "1-backward-hooks.ipynb"
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            if cell.metadata.get("nbgrader", {}).get("grade_id") == "hooks_writeup":
                cell.source = WRITE_UP
        nbformat.write(notebook, path)
    (folder / "submitted" / "eve" / ASSIGNMENT / UNREADABLE).write_text('{"cells": [')
    return folder


@pytest.fixture(scope="module")
def server(course, tmp_path_factory):
    # The process that its first run leaves behind is found there, and by no other test.
    runtime = {"XDG_RUNTIME_DIR": str(tmp_path_factory.mktemp("run"))}
    command = make_command(course, "formgrader", f"JUPYTER={OPTIONS}")
    with running(command, tmp_path_factory.mktemp("home"), course, **runtime) as server:
        yield server


@pytest.fixture
def table(page, server):
    """Formgrader's table of submissions; a row by student."""
    log_in(page, server)
    page.goto(f"{server.url}/formgrader/manage_submissions/{ASSIGNMENT}")
    page.locator("#main-table .student-id", has_text="eve").wait_for()
    return {
        student: page.locator("#main-table tr").filter(
            has=page.locator(".student-id", has_text=student)
        )
        for student in STUDENTS
    }


def modal(page):
    """The dialog that is open, as text; it is closed."""
    dialog = page.locator(".modal.in .modal-content")
    dialog.wait_for(timeout=PATIENCE)
    text = dialog.inner_text()
    dialog.get_by_role("button", name="OK").click()
    dialog.wait_for(state="detached")
    return text


def status(server, student):
    return server.asked(f"/formgrader/api/submission/{ASSIGNMENT}/{student}")


def test_formgrader_is_what_a_teacher_sees_first(page, server):
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{server.url}/?token={TOKEN}")
    table = page.frame_locator("iframe").locator("#main-table")
    box = table.get_by_role("link", name=ASSIGNMENT, exact=True).bounding_box()
    assert box["y"] + box["height"] < 720  # as wide as the window: else its head fills the screen
    assert page.locator(".jp-Launcher").count() == 0
    page.wait_for_timeout(2000)
    assert page.get_by_text("Jupyter news").count() == 0


def test_the_button_says_what_needs_a_person(page, server, table, course):
    table["eve"].locator(".autograde a").click()
    words = modal(page)
    assert "needs attention" in words and UNREADABLE.removesuffix(".ipynb") in words
    table["eve"].locator(".nbjudge-attention").wait_for()
    assert "Traceback" not in words
    # Four notebooks of five are graded all the same.
    assert status(server, "eve")["autograded"] and status(server, "eve")["score"] == 36
    page.reload()  # it is a record, and not a message that is gone
    table["eve"].locator(".nbjudge-attention").wait_for()


def test_manual_grading_says_what_needs_attention_and_no_name(page, server, table):
    page.goto(f"{server.url}/formgrader/gradebook/{ASSIGNMENT}/1-backward-hooks")
    row = page.locator("#main-table tr", has_text="Needs attention.")
    row.wait_for()
    assert "Arden" not in page.locator("#main-table").inner_text()
    page.get_by_role("button", name="Show All Names").click()
    assert UNREADABLE in row.locator(".nbjudge-reasons:visible").inner_text()
    assert row.locator(".name-shown:visible", has_text="Arden, Eve").count() == 1


def test_a_run_that_cannot_be_leaves_the_old_result(page, server, table, course):
    """Another program holds the course: the button says so, and nothing is lost."""
    before = status(server, "eve")
    record = course / "autograded" / "eve" / ASSIGNMENT / "nbjudge.json"
    graded = json.loads(record.read_text())
    with (course / ".nbjudge.lock").open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        table["eve"].locator(".autograde a").click()
        assert "Another nbjudge grade is running" in modal(page)
    assert json.loads(record.read_text()) == graded
    assert status(server, "eve") == before


def test_all_are_graded_while_the_server_goes_on(page, server, table, course):
    answers = []
    thread = threading.Thread(
        target=lambda: answers.append(
            server.asked(f"/formgrader/api/assignment/{ASSIGNMENT}/autograde", {})
        )
    )
    thread.start()
    asked, running = 0, False
    while thread.is_alive():
        progress = server.asked(f"/formgrader/api/assignment/{ASSIGNMENT}/autograde", seconds=5)
        running |= progress["running"]
        asked += 1
        thread.join(0.2)
    assert running and asked > 5
    assert answers[0]["success"] and "2 graded" in answers[0]["said"]  # eve had not changed
    assert status(server, "ada")["code_score"] == status(server, "ada")["max_code_score"]
    assert status(server, "bob")["code_score"] == 0
    requests = []
    page.on("request", lambda request: requests.append(request))
    page.locator("#nbjudge-all").click()
    progress = page.locator("#nbjudge-progress")
    page.wait_for_function(
        "() => document.querySelector('#nbjudge-progress').textContent.includes('skipped')",
        timeout=120_000,
    )
    assert "0 graded" in progress.inner_text()
    table["ada"].get_by_text("needs manual grading").wait_for()
    rows = [each for each in requests if "/api/submission/" in each.url]
    tables = [each for each in requests if each.url.endswith(f"/api/submissions/{ASSIGNMENT}")]
    looks = [each for each in requests if each.url.endswith("/autograde")]
    assert not rows and len(tables) == 1
    # JupyterHub refuses a request without it, GET too.
    assert looks and all("x-csrftoken" in each.headers for each in looks)


def test_a_run_is_cancelled(page, server, table, course):
    """What was graded before stays, and the next run goes on."""
    before = {student: status(server, student) for student in STUDENTS}
    page.locator("#nbjudge-force").check()
    page.locator("#nbjudge-all").click()
    cancel = page.locator("#nbjudge-cancel")
    cancel.wait_for()
    picture(page, "run")
    cancel.click()
    page.get_by_text("Cancelled. The grades so far are stored.").wait_for()
    cancel.wait_for(state="hidden")
    assert {student: status(server, student)["score"] for student in STUDENTS} == {
        student: found["score"] for student, found in before.items()
    }
    again = server.asked(f"/formgrader/api/assignment/{ASSIGNMENT}/autograde", {})
    assert again["success"], again


def test_a_write_up_is_graded_by_keyboard_beside_its_mark_scheme(page, server, course):
    notebook = "1-backward-hooks"
    submissions = server.asked(f"/formgrader/api/submitted_notebooks/{ASSIGNMENT}/{notebook}")
    # Who wrote nothing has no points by themselves.
    waiting = [each["id"] for each in submissions if each["needs_manual_grade"]]
    assert [each["student"] for each in submissions if each["id"] not in waiting] == ["bob"]
    log_in(page, server)
    requests = []
    page.on("request", lambda request: requests.append(request))
    page.goto(f"{server.url}/formgrader/submissions/{waiting[0]}/")
    for number, _ in enumerate(waiting):
        box = page.locator("#hooks_writeup")
        page.wait_for_function("() => document.activeElement.id === 'hooks_writeup'")
        scheme = page.locator(".nbjudge-scheme")
        assert "One point for each" in scheme.inner_text()
        # The triangle that says that there is more.
        more = scheme.locator("summary", has_text="Model answer")
        assert more.evaluate("summary => getComputedStyle(summary).display") == "list-item"
        # In sight at once, answer and scheme side by side.
        answer, beside = page.locator(".nbjudge-beside .panel-body").bounding_box(), None
        beside = scheme.bounding_box()
        assert beside["x"] >= answer["x"] + answer["width"]
        page.wait_for_timeout(700)  # formgrader scrolls to the box
        assert 0 <= box.bounding_box()["y"] < 900
        if number == 0:
            page.keyboard.type("3")
            page.keyboard.press("Tab")
            page.keyboard.type("Half of it.")
        else:
            items = scheme.locator(".nbjudge-items .btn-group")
            assert items.count() == 4
            for each in (0, 1):
                items.nth(each).get_by_role("button", name="1", exact=True).click()
            items.nth(2).get_by_role("button", name="0.5").click()
            box.focus()
            page.keyboard.press("Alt+4")  # full points,
            page.keyboard.press("Alt+4")  # and half of them
            # Each press is saved, and each answer of the server is shown.
            page.wait_for_function("() => document.getElementById('hooks_writeup').value === '3'")
            bank = page.locator(".nbjudge-bank")
            bank.get_by_role("button", name="Half of it.").click()
            assert page.locator("#hooks_writeup-comment").input_value() == "Half of it."
        page.keyboard.press("Control+Enter")
        page.wait_for_url(lambda url, before=page.url: url.split("?")[0] != before.split("?")[0])
    assert "/gradebook/" in page.url  # nobody waits any more
    ours = ("/others", "/next_to_grade")
    asked = [each for each in requests if each.url.endswith(ours)]
    scripts = [each for each in asked if not each.is_navigation_request()]
    assert len({each.url for each in scripts}) == 2 * len(waiting)
    assert all("x-csrftoken" in each.headers for each in scripts)
    after = server.asked(f"/formgrader/api/submitted_notebooks/{ASSIGNMENT}/{notebook}")
    assert [each["needs_manual_grade"] for each in after] == [False] * 3
    assert sorted(each["written_score"] for each in after) == [0, 3, 3]
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}", "autograd-lab") as gradebook:
        about = ("hooks_writeup", notebook, ASSIGNMENT)
        for student, said in {"ada": "Half of it.", "eve": "Half of it.", "bob": None}.items():
            assert gradebook.find_comment(*about, student).manual_comment == said
            assert not gradebook.find_grade(*about, student).extra_credit
