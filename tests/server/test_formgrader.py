"""Formgrader in a real Jupyter server: its buttons go through the judge, its pages are safe."""

import contextlib
import http.server
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import nbformat
import pytest
from commands import run_nbgrader
from hostile_notebooks import mutate
from hostile_pages import PNG, hostile_cells, hostile_metadata, hostile_outputs
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from tiny_course import (
    NOTEBOOK,
    SECRETS,
    TINY,
    autograded,
    cell_of,
    change_autograded,
    make_course,
    submission,
    submit,
)

TOKEN = "token-of-this-test"
RIGHT = "def double(x):\n    return 2 * x"
# Both earn all points where the tests run in the student's kernel.
ALWAYS_EQUAL = """\
class Equal:
    def __eq__(self, other):
        return True

    def __rmul__(self, other):
        return self

def double(x):
    return Equal()
"""
DROPPED_ASSERTS = """\
import ast

class DropAsserts(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.Pass()

    def visit_If(self, node):
        return node.body

get_ipython().ast_transformers.append(DropAsserts())

def double(x):
    return None
"""


class Server:
    """A Jupyter server with formgrader, on the loopback device, for one course folder."""

    def __init__(self, course, home):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = home / "server.log"
        command = [
            *(sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root"),
            *("--ServerApp.ip=127.0.0.1", f"--ServerApp.port={self.port}"),
            *("--ServerApp.port_retries=0", f"--ServerApp.root_dir={course}"),
            f"--IdentityProvider.token={TOKEN}",
        ]
        # Nothing of the settings of the person who runs the tests; and what the buttons leave warm
        # is found by them alone.
        names = ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "XDG_RUNTIME_DIR")
        self.environment = os.environ | {name: str(home) for name in names}
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                command, cwd=course, env=self.environment, stdout=log, stderr=log
            )

    def wait(self, seconds=60):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.process.poll() is None:
            with contextlib.suppress(urllib.error.URLError, ConnectionError):
                self.api("GET", "status")
                return
            time.sleep(0.3)
        pytest.fail(f"the Jupyter server did not start:\n{self.log.read_text()}")

    def api(self, method, path):
        """Ask formgrader's API as its buttons do; return the parsed answer."""
        request = urllib.request.Request(
            f"{self.url}/formgrader/api/{path}",
            method=method,
            data=b"" if method == "POST" else None,
            headers={"Authorization": f"token {TOKEN}"},
        )
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.loads(answer.read())

    def page(self, student):
        """The address of a student's notebook in formgrader."""
        notebooks = self.api("GET", f"submitted_notebooks/{TINY}/{NOTEBOOK}")
        (identity,) = (each["id"] for each in notebooks if each["student"] == student)
        return f"{self.url}/formgrader/submissions/{identity}/?token={TOKEN}"

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        command = [sys.executable, "-m", "nbjudge", "stay", "--stop"]
        subprocess.run(command, env=self.environment, check=True, capture_output=True)


class Trap(http.server.BaseHTTPRequestHandler):
    """Counts the requests that a hostile page makes: `server.asked` is a list of paths."""

    def do_GET(self):
        self.server.asked.append(self.path)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def trap():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Trap)
    server.asked = []
    server.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def course(tmp_path_factory, trap):
    """A course with submissions that nobody has graded yet."""
    folder = make_course(tmp_path_factory.mktemp("formgrader") / "course")
    for student, answer in {
        "right": RIGHT,
        "equal": ALWAYS_EQUAL,
        "asserts": DROPPED_ASSERTS,
        "wrong": "def double(x):\n    return 2",
    }.items():
        submit(folder, student, submission(folder, answer))
    hostile = submission(folder, RIGHT, extra=hostile_cells(trap.url))
    hostile.metadata.update(hostile_metadata(trap.url))
    submit(folder, "hostile", hostile)
    return folder


@pytest.fixture(scope="module")
def server(course, tmp_path_factory):
    """The server, after formgrader's button has graded every submission."""
    server = Server(course, tmp_path_factory.mktemp("home"))
    try:
        server.wait()
        server.graded = {
            student.name: server.api("POST", f"submission/{TINY}/{student.name}/autograde")
            for student in sorted((course / "submitted").iterdir())
        }
        yield server
    finally:
        server.close()


def test_button_grades(server):
    for student, answer in server.graded.items():
        assert answer["success"], f"{student}: {answer.get('error')}\n{answer.get('log')}"


@pytest.mark.parametrize(
    "student, score", [("right", 6), ("hostile", 6), ("wrong", 1), ("equal", 0), ("asserts", 0)]
)
def test_button_goes_through_the_judge(server, course, student, score):
    assert server.api("GET", f"submission/{TINY}/{student}")["code_score"] == score
    notebook = nbformat.read(autograded(course, student), as_version=4)
    assert notebook.metadata["nbjudge"]["status"] == "ok"


def test_button_makes_feedback_without_hidden_tests(server, course):
    assert server.api("POST", f"assignment/{TINY}/wrong/generate_feedback")["success"]
    text = (course / "feedback" / "wrong" / TINY / f"{NOTEBOOK}.html").read_text()
    assert "Twice a large number is wrong." in text
    assert [secret for secret in SECRETS if secret in text] == []


def test_every_page_opens_whatever_is_handed_in(server, course):
    released = (course / "release" / TINY / f"{NOTEBOOK}.ipynb").read_bytes()
    strangers = [f"m{number}" for number in range(8)] + ["o'neil\"; drop table grade; --"]
    for number, student in enumerate(strangers):
        folder = course / "submitted" / student / TINY
        folder.mkdir(parents=True)
        (folder / f"{NOTEBOOK}.ipynb").write_bytes(mutate(released, random.Random(number)))
    answer = server.api("POST", f"assignment/{TINY}/autograde")
    assert answer["success"], answer["said"]
    rows = {row["student"]: row for row in server.api("GET", f"submissions/{TINY}")}
    assert {rows[student]["autograded"] for student in strangers} == {True}
    for page in ("manage_submissions/" + TINY, f"gradebook/{TINY}/{NOTEBOOK}", "manage_students"):
        assert read(f"{server.url}/formgrader/{page}?token={TOKEN}")
    for student in strangers:
        assert 'id="writeup"' in read(server.page(student)), student
    assert "Traceback" not in server.log.read_text()


def read(url):
    """The text of a page; an error of the server is one here."""
    with urllib.request.urlopen(url, timeout=120) as answer:
        return answer.read().decode()


# ---- in a browser ---------------------------------------------------------------------------

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
browser_test = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="Chromium or ChromeDriver is not installed"
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in (
        *("headless=new", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run"),
        *("disable-background-networking", "disable-component-update", "disable-sync"),
        # MathJax would come from the network, which tests do without.
        "host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
        f"user-data-dir={tmp_path_factory.mktemp('chromium')}",
        "window-size=1100,2000",
    ):
        options.add_argument(f"--{argument}")
    driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def hostile_course(server, course, trap):
    """The course with outputs that the judge would not let pass, and stock nbgrader does."""

    def put(notebook):
        notebook.metadata.update(hostile_metadata(trap.url))
        for grade_id in ("double", "test-double-values"):
            cell_of(notebook, grade_id).outputs = hostile_outputs(trap.url)

    change_autograded(course, "hostile", put)
    return course


def feedback(course, *arguments):
    """Make the feedback of the hostile student; return its address."""
    student = "--student=hostile"
    run_nbgrader(course, "generate_feedback", TINY, "--force", student, *arguments)
    return (course / "feedback" / "hostile" / TINY / f"{NOTEBOOK}.html").as_uri()


def look(browser, trap, url):
    """Open a page; return whether a script of a student's ran, and what the trap was asked for."""
    trap.asked.clear()
    browser.get(url)
    time.sleep(2)  # for what runs after the page has loaded, such as events and timers
    return browser.execute_script("return window.owned === 1"), list(trap.asked)


@pytest.mark.browser
@browser_test
def test_trap_works(browser, trap, hostile_course):
    """Without SafeHTML the scripts do run: the tests below would notice."""
    trap.asked.clear()
    browser.get(feedback(hostile_course, "--HTMLExporter.preprocessors=[]"))
    WebDriverWait(browser, 30).until(lambda _: len(trap.asked) > 5)
    assert browser.execute_script("return window.owned === 1")


@pytest.mark.browser
@browser_test
def test_feedback_of_a_hostile_student_runs_nothing(browser, trap, hostile_course):
    assert look(browser, trap, feedback(hostile_course)) == (False, [])
    assert_pictures_are_shown(browser)


@pytest.mark.browser
@browser_test
def test_formgrader_page_of_a_hostile_student_runs_nothing(browser, trap, server, hostile_course):
    assert look(browser, trap, server.page("hostile")) == (False, [])
    assert browser.title == NOTEBOOK
    assert_pictures_are_shown(browser)
    scripts = [tag.get_attribute("src") for tag in browser.find_elements(By.TAG_NAME, "script")]
    look(browser, trap, server.page("right"))
    assert scripts == [
        tag.get_attribute("src") for tag in browser.find_elements(By.TAG_NAME, "script")
    ]


@pytest.mark.browser
@browser_test
def test_grader_can_give_points_beside_hostile_cells(browser, server, hostile_course):
    browser.get(server.page("hostile"))
    for grade_id, kind in {"test-double-values": "number", "writeup": "number"}.items():
        found = browser.find_elements(By.ID, grade_id)
        assert [(tag.tag_name, tag.get_attribute("type")) for tag in found] == [("input", kind)]
    # Three tests and a write-up, each with one button.
    assert len(browser.find_elements(By.CLASS_NAME, "full-credit")) == 4


def assert_pictures_are_shown(browser):
    """The PNG and the SVG of outputs and attachments are on the page and could be decoded."""
    sizes = browser.execute_script(
        "return [...document.images].map(i => [i.src.slice(0, 15), i.naturalWidth])"
    )
    assert [size for kind, size in sizes if kind == "data:image/svg+"].count(20) >= 3
    png = browser.execute_script(
        "return [...document.images].filter(i => i.src.endsWith(arguments[0]) && i.naturalWidth)"
        ".length",
        PNG,
    )
    assert png >= 2
