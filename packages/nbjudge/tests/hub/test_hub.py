"""docs/jupyterhub.md, typed in a fresh Debian: a JupyterHub, its proxy, accounts of `useradd`.

Everything that the page has typed is typed, everything that it has written is written. Then a
student goes from the list of assignments to the page of the feedback in a browser, while the
teacher's account runs `nbjudge watch`.
"""

import contextlib
import json
import os
import re

import pytest

from nbisolate_testing.users import wait_for
from nbjudge_testing import hub_machine
from nbjudge_testing.browser_walk import CHROMIUM, CHROMIUM_ARGUMENTS, NOTEBOOK, PATIENCE
from nbjudge_testing.hub_machine import steps_of
from nbjudge_testing.sample_course import ASSIGNMENT, solution

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(os.getuid() != 0, reason="only root makes accounts"),
]
HUB = "http://127.0.0.1:8000"
PASSWORD = "a-password-of-this-test"
FIRST = "1-lists"
SOLVED = "total"  # what ada has solved when she submits for the first time


@pytest.fixture(scope="module")
def machine():
    """A machine on which the section Install was done."""
    with contextlib.closing(hub_machine.installed(PASSWORD)) as machine:
        yield machine


@pytest.fixture(scope="module")
def hub(machine, tmp_path_factory):
    """The hub, as the section Configure has it; its log."""
    *steps, start = steps_of("Configure")
    for step in steps:
        machine.do(step)
    log = tmp_path_factory.mktemp("hub") / "hub.log"
    process = machine.start(start.text, log)

    def is_there() -> bool:
        assert process.poll() is None, log.read_text()
        return "JupyterHub is now running" in log.read_text()

    wait_for(is_there)
    return log


@pytest.fixture(scope="module")
def watch(machine, hub, tmp_path_factory):
    """The assignment is released, and what comes in is graded."""
    release, watch = steps_of("Release and grade")
    machine.do(release)
    log = tmp_path_factory.mktemp("watch") / "watch.log"
    process = machine.start(watch.text, log, watch.user)

    def is_there() -> bool:
        assert process.poll() is None, log.read_text()
        return "Watching" in log.read_text()

    wait_for(is_there)
    return log


@pytest.fixture(scope="module")
def browser(machine, tmp_path_factory):
    """A browser on the loopback device of the machine."""
    from playwright.sync_api import sync_playwright

    program = tmp_path_factory.mktemp("browser") / "chromium"
    program.write_text(f'#!/bin/sh\nexec nsenter --target {machine.pid} --net {CHROMIUM} "$@"\n')
    program.chmod(0o755)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=CHROMIUM_ARGUMENTS, headless=True
        )
        yield browser
        browser.close()


@pytest.fixture
def log_in(machine, browser, hub):
    """Log somebody in: gives a page on which their JupyterLab is open."""
    with contextlib.ExitStack() as stack:

        def begin(user: str):
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            stack.callback(context.close)
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.goto(f"{HUB}/hub/login")
            page.locator("#username_input").fill(user)
            page.locator("#password_input").fill(password_of(machine, user))
            page.locator("#login_submit").click()
            page.wait_for_url(re.compile(rf"/user/{user}/lab"), wait_until="commit")
            page.locator("#jp-main-dock-panel").wait_for()
            return page

        yield begin


def password_of(machine, user: str) -> str:
    """The password of an account: the page makes those of students."""
    made = machine.type("cat passwords.txt").split()
    return dict(line.split(":", 1) for line in made).get(user, PASSWORD)


def menu(page) -> list[str]:
    """Open the menu Nbgrader; return what it offers."""
    page.get_by_role("menuitem", name="Nbgrader", exact=True).click()
    page.get_by_role("menuitem", name="Assignment List", exact=True).wait_for()
    items = page.locator(".lm-Menu-item:visible").all_inner_texts()
    return [item.strip() for item in items]


def test_the_teacher_has_formgrader_in_a_tab_with_the_course_in_it(watch, log_in):
    page = log_in("teach")
    assert {"Formgrader", "Course List"} <= set(menu(page))
    page.get_by_role("menuitem", name="Formgrader", exact=True).click()
    tab = page.frame_locator("iframe[src*=formgrader]")
    tab.locator("td.name", has_text=ASSIGNMENT).first.wait_for()


def test_a_student_fetches_validates_submits_and_reads_the_page(machine, watch, log_in):
    page = log_in("ada")
    assert menu(page) == ["Assignment List"]
    page.get_by_role("menuitem", name="Assignment List", exact=True).click()
    page.get_by_role("button", name="Fetch").click()
    page.get_by_role("button", name="Submit", exact=True).wait_for()

    solve(machine, SOLVED)
    page.goto(f"{HUB}/user/ada/lab/tree/{ASSIGNMENT}/{FIRST}.ipynb?reset")
    page.wait_for_selector(f"{NOTEBOOK} .jp-Cell")
    page.get_by_role("button", name="Validate").click()
    page.get_by_role("dialog", name=re.compile("^Not there yet. .*2 passed")).wait_for()
    page.get_by_role("button", name="Close").click()

    panel, said = hand_in(page)
    assert said[-1] == "2 of 24 points.", said
    assert {"It will be graded in a moment.", "It is next.", "It is being graded."} & {*said}
    result = panel.locator("li.nbjudge-attempt").first
    assert outcome_of(result, SOLVED) == "passed"
    assert outcome_of(result, "running") == "unwritten"
    panel.get_by_role("button", name=f"View feedback on {FIRST}").click()
    page.frame_locator(".jp-HTMLViewer iframe").get_by_text("2 of 12 points").first.wait_for()
    page.get_by_role("tab", name=f"{FIRST}.ipynb").click()

    solve(machine, SOLVED, "running")
    # JupyterLab would ask whether to overwrite the file that has changed below it.
    page.goto(f"{HUB}/user/ada/lab/tree/{ASSIGNMENT}/{FIRST}.ipynb?reset")
    page.wait_for_selector(f"{NOTEBOOK} .jp-Cell")
    panel, said = hand_in(page)
    assert said[-1] == "5 of 24 points.", said
    outcomes = panel.locator("li.nbjudge-attempt .nbjudge-outcome")
    earlier = "2 of 24 points. A newer attempt counts."
    assert outcomes.all_inner_texts() == ["5 of 24 points.", earlier]
    assert "Traceback" not in watch.read_text()

    answer = page.goto(f"{HUB}/user/teach/lab")
    assert answer.status in (403, 404)


def test_the_teacher_grades_all_again_and_write_ups_by_hand(machine, watch, log_in):
    """All that formgrader's own scripts ask for, through JupyterHub, which asks for a token."""
    folder = f"course/submitted/ada/{ASSIGNMENT}"
    notebook = json.loads(machine.type(f"cat {folder}/{FIRST}.ipynb", "teach"))
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "lists_writeup":
            cell["source"] = "A list keeps its order."
    students = [f"s{number}" for number in range(6)]
    for student in students:
        own = folder.replace("ada", student)
        machine.type(f"mkdir -p {own}; cp {folder}/*.ipynb {own}", "teach")
        machine.type(f"cat > {own}/{FIRST}.ipynb", "teach", stdin=json.dumps(notebook))

    page = log_in("teach")
    answers = []
    page.on("response", lambda answer: answers.append((answer.url, answer.status)))
    formgrader = f"{HUB}/user/teach/formgrader"
    page.goto(f"{formgrader}/manage_submissions/{ASSIGNMENT}")
    page.locator("#main-table .student-id", has_text="s5").wait_for()
    page.locator("#nbjudge-force").check()
    page.locator("#nbjudge-all").click()
    page.locator("#nbjudge-cancel").wait_for()
    page.reload()  # a page that is opened anew finds the run
    page.locator("#nbjudge-cancel").wait_for()
    page.get_by_text("Last run: 7 graded in").wait_for()
    page.locator("#main-table .status", has_text="needs manual grading").nth(5).wait_for()

    page.goto(f"{formgrader}/gradebook/{ASSIGNMENT}/{FIRST}")
    page.locator("#main-table tr", has=page.locator(".glyphicon-ok")).first.wait_for()
    waiting = page.locator("#main-table tr:has(.needs-manual-grade .glyphicon-ok) a.name-hidden")
    waiting.first.click()
    left = page.locator(".nbjudge-left")
    left.get_by_text("5 more to grade").wait_for()
    page.get_by_label("Points: lists_writeup").fill("3")
    page.get_by_label("Comment: lists_writeup").fill("Which order?")
    page.keyboard.press("Control+Enter")
    left.get_by_text("4 more to grade").wait_for()
    page.get_by_role("button", name="Which order?").click()
    page.get_by_label("Points: lists_writeup").fill("3")
    page.get_by_role("button", name="Give them the same points and comment").click()
    page.get_by_text("4 of 4 equal answers were graded").wait_for()
    ours = [(url, status) for url, status in answers if "/others" in url or "/autograde" in url]
    assert len(ours) > 3 and {status for _, status in ours} == {200}
    assert [url for url, _ in answers if not url.startswith((f"{HUB}/", "data:"))] == []


def solve(machine, *functions: str) -> None:
    """Write right answers into the notebook that ada has fetched, and change nothing else."""
    path = f"{ASSIGNMENT}/{FIRST}.ipynb"
    notebook = json.loads(machine.type(f"cat {path}", "ada"))
    cells = {
        cell["metadata"].get("nbgrader", {}).get("grade_id"): cell for cell in notebook["cells"]
    }
    for function in functions:
        cells[function]["source"] = solution(function)
    machine.type(f"cat > {path}", "ada", stdin=json.dumps(notebook))


def outcome_of(result, function: str) -> str:
    """What the result of a notebook says of a function, such as "passed"."""
    heading = result.page.get_by_role("heading", name=re.compile(rf"^{function}\b"))
    (block,) = result.locator(".nbjudge-block").filter(has=heading).all()
    _, _, outcome = block.get_attribute("class").partition("nbjudge-block nbjudge-")
    return outcome


def hand_in(page):
    """Press the button; return the panel, and what its first line said until there were points."""
    button = page.locator(NOTEBOOK).get_by_role("button", name="Submit", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    panel = page.get_by_role("region", name="Submissions")
    status = panel.get_by_role("status")
    status.filter(has_text="Submitted at").wait_for()
    said = []

    def is_graded() -> bool:
        now = status.inner_text().partition(". ")[2]
        if now and now not in said[-1:]:
            said.append(now)
        return "points" in now

    wait_for(is_graded)
    return panel, said


def test_what_is_not_for_students_is_closed(machine, watch):
    course = machine.type("echo ~teach/course").strip()
    closed = [course, "~teach", "~root", "~bea", "/srv/jupyterhub"]
    for what in (f"cat {course}/gradebook.db", *(f"ls {folder}" for folder in closed)):
        assert "Permission denied" in machine.type(f"{what} 2>&1 || true", "ada")
    inbound = "/srv/nbgrader/exchange/course101/inbound"
    assert "Permission denied" in machine.type(f"ls {inbound} 2>&1 || true", "ada")
    assert machine.type("stat -c %a ~ada ~bea ~teach").split() == ["700"] * 3
    assert machine.type("stat -c %a passwords.txt").strip() == "600"


def test_the_hub_answers_on_the_loopback_device_alone(machine, hub):
    # 1F40 is port 8000, 0100007F is 127.0.0.1, and 0A is the state of a listening socket.
    table = machine.type("cat /proc/net/tcp /proc/net/tcp6")
    listening = re.findall(r": (\w+):1F40 \w+:0000 0A ", table)
    assert listening == ["0100007F"]
