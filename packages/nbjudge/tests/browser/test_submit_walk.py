"""The button Submit: from the notebook to the exchange, and back with points and a page."""

import contextlib
import datetime
import getpass
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from nbgrader.utils import notebook_hash

from nbisolate_testing.users import wait_for
from nbjudge.exchange.status_files import (
    HEARTBEAT,
    AttemptStatus,
    Heartbeat,
    read_heartbeat,
    status_path,
)
from nbjudge.files.file_names import SECRET
from nbjudge.files.times import time_text
from nbjudge_testing.browser_walk import (
    NOTEBOOK,
    OPTIONS,
    TOKEN,
    choose_theme,
    open_notebook,
    running,
)
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.tiny_course import NOTEBOOK as NAME
from nbjudge_testing.tiny_course import TINY, cell_of, make_course
from nbjudge_testing.watched import write_status

pytestmark = pytest.mark.soak
COURSE = "tiny-course"
SETTINGS = """\
c = get_config()
c.Exchange.root = {root!r}
c.Exchange.cache = {cache!r}
c.CourseDirectory.course_id = {course!r}
"""
VALIDATE = 'c.Autograde.autograde_preprocessors = ["nbjudge.JudgeExecute"]'
# As docs/jupyterhub.md says it.
PAGE = {
    "@jupyter/nbgrader:formgrader": True,
    "@jupyter/nbgrader:create-assignment": True,
    "@jupyter/nbgrader:course-list": True,
    "@jupyterlab/apputils-extension:announcements": True,
}
LAST = "✗ 1 failed, ✓ 1 passed"
ANSWER = "def double(x):\n    return 2 if x == 1 else 3"


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """Where things are: the instructor's course, the exchange, the student's home and folder."""
    top = tmp_path_factory.mktemp("submit")
    own = {name: top / name for name in ("course", "exchange", "home", "work", "cache")}
    for name in ("exchange", "home", "work"):
        own[name].mkdir()
    own["exchange"].chmod(0o1777)
    said = SETTINGS.format(root=str(own["exchange"]), cache=str(own["cache"]), course=COURSE)
    (own["home"] / "nbgrader_config.py").write_text(said + VALIDATE)
    (own["home"] / "labconfig").mkdir()
    (own["home"] / "labconfig" / "page_config.json").write_text(
        json.dumps({"disabledExtensions": PAGE})
    )
    make_course(own["course"], said.partition("\n")[2])
    run_nbgrader(own["course"], "release_assignment", TINY)
    shutil.copytree(own["course"] / "release" / TINY, own["work"] / TINY)
    write_answer(own, ANSWER)
    return own


def write_answer(places, source):
    path = places["work"] / TINY / f"{NAME}.ipynb"
    notebook = nbformat.read(path, 4)
    cell_of(notebook, "double").source = source
    nbformat.write(notebook, path)


@pytest.fixture(scope="module")
def server(places):
    """A student's JupyterLab, on the folder that holds the assignment."""
    root = ["--allow-root"] if os.getuid() == 0 else []
    command = [sys.executable, "-m", "jupyterlab", "--notebook-dir=.", *root, *OPTIONS.split()]
    with running(command, places["home"], places["work"]) as server:
        yield server


def test_the_first_sight_is_the_list_of_assignments(page, server):
    page.goto(f"{server.url}/lab?token={TOKEN}&reset")
    page.get_by_role("tab", name="Assignments").wait_for()
    page.get_by_text("Released assignments").wait_for()
    open_notebook(page, server, f"{TINY}/{NAME}.ipynb")
    assert page.get_by_role("tab", name="Assignments").count() == 0


def submit(page):
    """Press the button with the keyboard; return the panel."""
    button = page.locator(NOTEBOOK).get_by_role("button", name="Submit", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    panel = page.get_by_role("region", name="Submissions")
    panel.wait_for()
    return panel


def says(panel, words):
    """Wait until the line that a screen reader reads says something."""
    panel.get_by_role("status").filter(has_text=re.compile(words)).wait_for()


def test_from_the_notebook_to_the_page(page, server, places):
    open_notebook(page, server, f"{TINY}/{NAME}.ipynb")
    # Nothing is submitted yet, so the panel looks only if Validate has said something.
    page.get_by_text("None yet.").wait_for(state="attached")
    assert page.get_by_text("Last validation").count() == 0
    results = places["work"] / ".nbjudge" / "validated.json"
    results.parent.mkdir()
    results.write_text(json.dumps({f"{TINY}/{NAME}.ipynb": {"result": LAST}}))
    page.evaluate("() => document.dispatchEvent(new Event('nbjudge-validated'))")
    page.get_by_text(f"{NAME}: {LAST}").wait_for(state="attached")
    panel = submit(page)
    says(panel, r"Submitted at \d.*\. It will be graded later\.")
    for words in ("Create Assignment", "Formgrader", "Course List"):
        assert page.get_by_text(words).count() == 0, words
    course = places["course"]
    run_nbgrader(course, "collect", TINY)
    assert run_nbjudge(course, "grade", TINY, "--feedback").returncode == 0
    run_nbgrader(course, "release_feedback", TINY)
    says(panel, "Your feedback is ready")  # it looks by itself
    panel.get_by_role("button", name=f"View feedback on {NAME}").click()
    frame = page.frame_locator(".jp-HTMLViewer iframe")
    frame.get_by_text("1 of 10 points").wait_for()
    title = page.locator(".jp-HTMLViewer iframe").get_attribute("title")
    assert title == f"Feedback on {NAME}"
    background = "body => getComputedStyle(body).backgroundColor"
    assert frame.locator("body").evaluate(background) == "rgb(255, 255, 255)"
    # The system is light, but JupyterLab's theme decides. A change of it loads the page again.
    choose_theme(page, "JupyterLab Dark")
    dark = frame.locator("html[data-jp-theme-light=false] body")
    assert dark.evaluate(background) == "rgb(18, 18, 18)"
    choose_theme(page, "JupyterLab Light")
    assert (places["work"] / TINY / "feedback").is_dir()


def now():
    return time_text(datetime.datetime.now(datetime.UTC).replace(tzinfo=None))


def attempts_of(places):
    """The folders of all attempts in the exchange."""
    return set((places["exchange"] / COURSE / "inbound").glob(f"{getpass.getuser()}+{TINY}+*"))


def secret(places):
    """The secret of the newest attempt, by which its files are found."""
    attempt = max(attempts_of(places), key=lambda path: path.name)
    return (attempt / SECRET).read_text()


def newest(places):
    """The file of what a student is told of the newest attempt, and the folder of its pages."""
    feedback = places["exchange"] / COURSE / "feedback"
    return status_path(feedback, secret(places)), feedback


def released_page(places):
    """The file of the newest attempt's page."""
    name = notebook_hash(secret=secret(places), notebook_id=NAME)
    return places["exchange"] / COURSE / "feedback" / f"{name}.html"


WHY = "Twice a large number is wrong."


def graded_status():
    """The status of an attempt with a part of each outcome."""
    points = {"points": 1, "possible": 10, "pending_points": 4}
    parts = [
        {"name": "double", "aspect": "values", "outcome": "failed", "points": 0, "possible": 2},
        {
            **{"name": "writeup", "aspect": "", "outcome": "waiting"},
            **{"points": 0, "possible": 4, "by_hand": True},
        },
        {"name": "double", "aspect": "other", "outcome": "passed", "points": 1, "possible": 1},
        *(
            {"name": "halve", "aspect": aspect, "outcome": "unwritten", "points": 0, "possible": 1}
            for aspect in ("values", "types", "large numbers")
        ),
        {"name": "essay", "aspect": "", "outcome": "unwritten", "points": 0, "possible": 4},
    ]
    why = {"failed": [WHY]}
    parts = [{**part, "messages": why.get(part["outcome"], [])} for part in parts]
    notebook = {"name": NAME, **points, "page": None, "parts": parts}
    time = now()
    return AttemptStatus("graded", TINY, time, time, graded=time, notebooks=[notebook], **points)


def test_what_a_watch_says_comes_by_itself(page, server, places):
    """Its place in the queue, then points and messages, with earlier attempts below."""
    feedback = places["exchange"] / COURSE / "feedback"
    feedback.mkdir(exist_ok=True)
    ago = datetime.datetime.now(datetime.UTC).replace(tzinfo=None) - datetime.timedelta(minutes=21)
    write_status(
        feedback / HEARTBEAT, Heartbeat(now(), [TINY], waiting=2, due={TINY: time_text(ago)})
    )
    open_notebook(page, server, f"{TINY}/{NAME}.ipynb")
    sign = page.locator(NOTEBOOK).locator(".nbjudge-due-sign").get_by_text(re.compile(r"^due .*\d"))
    sign.wait_for()
    assert sign.get_attribute("title").startswith("Was due on")
    panel = submit(page)
    late = page.get_by_role("dialog", name="Submit late?")
    late.get_by_text(re.compile("Was due on .* now counts as late")).wait_for()
    before = attempts_of(places)
    page.keyboard.press("Escape")
    late.wait_for(state="detached")
    assert attempts_of(places) == before
    assert page.evaluate("document.activeElement.textContent") == "Submit"
    page.keyboard.press("Enter")
    late.get_by_role("button", name="Submit late").click()
    says(panel, "It will be graded in a moment")
    assert len(attempts_of(places)) == len(before) + 1
    panel.get_by_text("Was due on").wait_for()
    file, _ = newest(places)
    write_status(file, AttemptStatus("waiting", TINY, now(), now(), queue_position=2, seconds=8))
    says(panel, r"Place 2 in the queue\. About 10 s\.")
    write_status(file, AttemptStatus("waiting", TINY, now(), now(), queue_position=1, seconds=3))
    says(panel, r"It is next\.")
    told = replace(graded_status(), due=time_text(ago))
    attempts = panel.locator("li.nbjudge-attempt")
    early = released_page(places)  # a watch releases the page first
    early.write_text("<p>Points.</p>")
    attempts.first.locator("details", has_text=NAME).wait_for()
    write_status(file, told)
    says(panel, r"1 of 10 points so far, 4 need manual grading\. Late by 2[12] min\.")
    assert panel.locator(".nbjudge-late").first.inner_text().startswith("Late by 2")
    blocks = attempts.first.locator(".nbjudge-block")
    blocks.first.wait_for()  # in sight
    early.unlink()
    headings = blocks.get_by_role("heading").all_inner_texts()
    assert [" ".join(heading.split()) for heading in headings] == [
        "double 1 of 3",
        "halve 0 of 3",
        "essay 0 of 4",
        "writeup of 4 read by a grader",
    ]
    assert "✗ failed: values 0 of 2" in blocks.first.inner_text()
    assert "✓ passed: other 1 of 1" in blocks.first.inner_text()
    assert panel.get_by_text(WHY).count() == 1
    assert panel.locator("li.nbjudge-attempt").count() >= 1
    reason = "You submitted again before it was graded"  # which the state says already
    write_status(file, AttemptStatus("replaced", TINY, now(), now(), reason=reason))
    panel.get_by_role("button", name="Refresh").click()
    says(panel, r"It was not graded, because you submitted again\.$")
    page.evaluate("() => document.querySelector('.jp-Notebook').focus()")
    write_status(file, AttemptStatus("refused", TINY, now(), now(), reason="It is too large <b>"))
    panel.get_by_role("button", name="Refresh").click()
    says(panel, r"It is not graded\. It is too large <b>\.")


@contextlib.contextmanager
def watching(places):
    """`nbjudge watch` of the assignment, at work."""
    course, feedback, started = places["course"], places["exchange"] / COURSE / "feedback", now()
    with (course.parent / "watch.log").open("w+") as log:
        command = [sys.executable, "-m", "nbjudge", "watch", TINY]
        process = subprocess.Popen(command, cwd=course, stdout=log, stderr=log)
        try:
            wait_for(lambda: (sign := read_heartbeat(feedback)) and sign.written > started)
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
            said = Path(log.name).read_text()
            assert "Traceback" not in said, said


def tab_to(page, script):
    """Press Tab until `script`, of the element in focus, is true."""
    for _ in range(60):
        if page.evaluate(f"() => ({script})(document.activeElement)"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {script}")


def test_without_a_mouse_the_points_come_by_themselves(page, server, places):
    """Validate, submit and read the page of feedback with the keyboard alone."""
    with watching(places):
        open_notebook(page, server, f"{TINY}/{NAME}.ipynb")
        page.keyboard.press("Control+Shift+C")
        page.locator(".lm-CommandPalette-input:focus").wait_for()
        page.keyboard.type("Validate")
        page.locator(".lm-CommandPalette-item.lm-mod-active", has_text="Validate").wait_for()
        page.keyboard.press("Enter")
        verdict = page.get_by_role("dialog")
        verdict.locator(".nbjudge-verdict").wait_for()
        assert "Not there yet" in verdict.get_attribute("aria-label")
        tab_to(page, "each => each.textContent === 'Go to the cell'")
        page.keyboard.press("Enter")
        verdict.wait_for(state="detached")
        page.keyboard.press("Alt+Shift+KeyS")
        panel = page.get_by_role("region", name="Submissions")
        says(panel, r"1 of 10 points\.")
        latest = panel.locator("li.nbjudge-attempt").first
        latest.get_by_text(WHY).first.wait_for()
        tab_to(page, "each => each.ariaLabel?.startsWith('View feedback on')")
        page.keyboard.press("Enter")
        frame = page.frame_locator(".jp-HTMLViewer iframe")
        frame.get_by_text("1 of 10 points").wait_for()
        tab_to(page, "each => each.tagName === 'IFRAME'")
        tab_to(page, "each => each.contentDocument?.activeElement.tagName === 'A'")
        page.keyboard.press("End")
        body = frame.locator("html")
        page.wait_for_function(
            "() => document.querySelector('.jp-HTMLViewer iframe').contentWindow.scrollY > 0"
        )
        assert body.evaluate("() => document.activeElement.tagName") == "A"
        write_answer(places, "def double(x):\n    return 2 * x")
        open_notebook(page, server, f"{TINY}/{NAME}.ipynb")
        panel = submit(page)
        says(panel, r"6 of 10 points\.")
        latest = panel.locator("li.nbjudge-attempt").first
        assert latest.get_by_text("is wrong").count() == 0
        earlier = panel.locator("li.nbjudge-attempt").nth(1)
        earlier.get_by_text("A newer attempt counts.").wait_for()


def test_with_two_courses_the_panel_and_the_due_date_are_there_before_the_question(
    page, server, places
):
    course, other = places["exchange"] / COURSE, places["exchange"] / "another-course"
    tomorrow = datetime.datetime.now(datetime.UTC).replace(tzinfo=None) + datetime.timedelta(days=1)
    course.joinpath("feedback").mkdir(exist_ok=True)
    sign = Heartbeat(now(), [TINY], waiting=0, due={TINY: time_text(tomorrow)})
    write_status(course / "feedback" / HEARTBEAT, sign)
    open_notebook(page, server, f"{TINY}/{NAME}.ipynb")
    panel = submit(page)
    panel.locator("li.nbjudge-attempt").first.wait_for()
    shutil.copytree(course / "outbound", other / "outbound")
    (other / "inbound").mkdir()
    # As docs/jupyterhub.md says for several courses.
    config = places["home"] / "nbgrader_config.py"
    said = config.read_text()
    config.write_text(re.sub(".*course_id.*\n", "", said))
    try:
        open_notebook(page, server, f"{TINY}/{NAME}.ipynb")
        page.locator(NOTEBOOK).locator(".nbjudge-due-sign").get_by_text("due ").wait_for()
        page.get_by_text(f"Your attempts at {TINY}, course {COURSE}").wait_for(state="attached")
        page.locator(f"{NOTEBOOK} .jp-Cell").first.focus()
        page.keyboard.press("Alt+Shift+KeyS")
        page.get_by_role("dialog").get_by_text("Which course is it for?").wait_for()
        assert panel.locator("li.nbjudge-attempt").count() >= 1
        page.keyboard.press("Escape")
    finally:
        config.write_text(said)
        shutil.rmtree(other)
        (course / "feedback" / HEARTBEAT).unlink()


def test_at_640_pixels_the_button_is_there_and_then_the_shortcut(page, server, places):
    """As at a zoom of 200 %. The panel leaves the toolbar too little room for a second press."""
    (places["exchange"] / COURSE / "feedback" / HEARTBEAT).unlink(missing_ok=True)
    page.set_viewport_size({"width": 640, "height": 360})
    open_notebook(page, server, f"{TINY}/{NAME}.ipynb")
    button = page.locator(NOTEBOOK).get_by_role("button", name="Submit", exact=True)
    button.wait_for()
    box = button.bounding_box()
    assert box["x"] + box["width"] <= 640 and box["y"] + box["height"] <= 360
    before = len(attempts_of(places))
    button.click()
    wait_for(lambda: len(attempts_of(places)) == before + 1)
    panel = page.get_by_role("region", name="Submissions")
    says(panel, r"Submitted at \d")
    page.locator(f"{NOTEBOOK} .jp-Cell").first.focus()
    page.keyboard.press("Alt+Shift+KeyS")
    wait_for(lambda: len(attempts_of(places)) == before + 2)


def test_axe_finds_nothing_in_the_panel(page, server, places):
    # As high as the whole panel: axe does not judge a text that is scrolled away.
    page.set_viewport_size({"width": 1280, "height": 1600})
    open_notebook(page, server, f"{TINY}/{NAME}.ipynb")
    panel = submit(page)
    says(panel, r"Submitted at \d")
    hour = datetime.timedelta(hours=1)
    late = time_text(datetime.datetime.now(datetime.UTC).replace(tzinfo=None) - hour)
    file, feedback = newest(places)
    feedback.mkdir(exist_ok=True)
    released_page(places).write_text("<p>Points.</p>")
    write_status(file, replace(graded_status(), due=late))
    try:
        panel.get_by_role("button", name="Refresh").click()
        says(panel, r"1 of 10 points so far")
        # JupyterLab's body has no height and hides what overflows: axe would see no text in it.
        page.add_style_tag(content="body { overflow: visible !important }")
        for theme in ("Dark", "Light"):  # the server keeps the last one
            choose_theme(page, f"JupyterLab {theme}")
            ours = [".nbjudge-submissions-body", ".nbjudge-submit-item", ".nbjudge-due-sign"]
            context = {"include": [[part] for part in ours]}
            found = Axe().run(page, context=context, options={}).response
            assert found["violations"] == [], theme
            # axe doesn't judge the contrast of a sign without letters; a word follows each of them.
            undecided = [node for rule in found["incomplete"] for node in rule["nodes"]]
            signs = ("✗", "○", "…", "✓")
            assert {node["html"] for node in undecided} <= {
                f'<span aria-hidden="true">{sign}</span>' for sign in signs
            }, theme
            judged = [
                node["html"]
                for rule in found["passes"]
                if rule["id"] == "color-contrast"
                for node in rule["nodes"]
            ]
            classes = ("submit", "due-sign", "now", "outcome", "late", "word", "message", "open")
            for part in classes:
                assert any(f"nbjudge-{part}" in html for html in judged), (theme, part)
    finally:
        file.unlink()  # or the next attempt would be late


def test_what_is_not_in_its_place_is_said_before_it_is_submitted(page, server, places):
    path = places["work"] / TINY / f"{NAME}.ipynb"
    write_answer(places, ANSWER)
    inbound = places["exchange"] / COURSE / "inbound"
    before = len(list(inbound.iterdir()))
    named = path.rename(path.with_name("mine.ipynb"))
    sentence = f"mine.ipynb is used as {NAME}.ipynb."
    open_notebook(page, server, f"{TINY}/mine.ipynb")
    page.locator(".nbjudge-noted", has_text=sentence).wait_for(state="attached")
    page.locator(NOTEBOOK).get_by_role("button", name="Validate").click()
    verdict = page.get_by_role("dialog")
    verdict.get_by_text(sentence).wait_for()
    verdict.get_by_role("button", name="Close").click()
    panel = submit(page)
    says(panel, r"Submitted at \d")
    wait_for(lambda: len(list(inbound.iterdir())) == before + 1)
    named.unlink()
    shutil.copy(places["course"] / "release" / TINY / path.name, path)
    open_notebook(page, server, f"{TINY}/{NAME}.ipynb")
    for button, more in (("Cancel", 1), ("Submit anyway", 2)):
        panel = submit(page)
        asked = page.get_by_role("dialog", name="Submit as it is?")
        asked.get_by_text(f"{NAME}.ipynb is unchanged since it was released.").wait_for()
        assert len(list(inbound.iterdir())) == before + 1
        asked.get_by_role("button", name=button).click()
        asked.wait_for(state="detached")
        page.locator(NOTEBOOK).get_by_role("button", name="Submit", exact=True).and_(
            page.locator(":enabled")
        ).wait_for()
        assert len(list(inbound.iterdir())) == before + more
    panel.locator(".nbjudge-lacking", has_text="is unchanged since it was released").wait_for()
