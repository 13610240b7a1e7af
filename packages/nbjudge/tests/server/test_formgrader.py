"""Formgrader in a real Jupyter server: its buttons go through the judge, its pages are safe."""

import base64
import http.cookiejar
import http.server
import json
import random
import re
import sys
import threading
import urllib.error
import urllib.request
from contextlib import contextmanager
from types import SimpleNamespace
from urllib.parse import urljoin

import psutil
import pytest
from nbgrader.api import Gradebook, SubmittedNotebook
from tornado import web
from tornado.routing import PathMatches

from nbjudge.gradebook.graded_files import read_graded_files, write_graded_files
from nbjudge.gradebook.record import RECORD, NotebookRecord, Record, read_record, write_record
from nbjudge.server.formgrader import Formgrader
from nbjudge.server.submit.submit_handlers import ROUTES as OF_SUBMIT
from nbjudge.server.validate.handlers import ROUTES as OF_VALIDATE
from nbjudge_testing.access import violations
from nbjudge_testing.browser_walk import OPTIONS, TOKEN, log_in, running
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.fuzz.mutate import mutate
from nbjudge_testing.hostile_pages import PNG, hostile_cells, hostile_metadata, hostile_outputs
from nbjudge_testing.taken_names import FORGED, NAMES, SHAPES, put
from nbjudge_testing.tiny_course import (
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


def api(server, method, path):
    """Ask formgrader's API as its buttons do; return the parsed answer."""
    return server.asked(f"/formgrader/api/{path}", {} if method == "POST" else None)


def page_of(server, student):
    """The address of a student's notebook in formgrader."""
    notebooks = api(server, "GET", f"submitted_notebooks/{TINY}/{NOTEBOOK}")
    (identity,) = (each["id"] for each in notebooks if each["student"] == student)
    return f"{server.url}/formgrader/submissions/{identity}/?token={TOKEN}"


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
    home = tmp_path_factory.mktemp("home")
    command = [sys.executable, "-m", "jupyter_server", "--allow-root", *OPTIONS.split()]
    with running(command, home, course) as server:
        server.graded = {
            student.name: api(server, "POST", f"submission/{TINY}/{student.name}/autograde")
            for student in sorted((course / "submitted").iterdir())
        }
        yield server


def test_button_grades(server):
    for student, answer in server.graded.items():
        assert answer["success"], f"{student}: {answer.get('error')}\n{answer.get('log')}"


def test_button_grades_by_the_warm_process_of_the_server(server):
    """The command starts none of its own: notebooks are children of the one that stays."""
    children = psutil.Process(server.process.pid).children(recursive=True)
    there = [child for child in children if child.status() != psutil.STATUS_ZOMBIE]
    (warm,) = [child for child in there if "nbisolate.processes.forkserver_main" in child.cmdline()]
    used = warm.cpu_times()
    assert used.children_user + used.children_system > 0


@pytest.mark.parametrize(
    "student, score", [("right", 6), ("hostile", 6), ("wrong", 1), ("equal", 0), ("asserts", 0)]
)
def test_button_goes_through_the_judge(server, course, student, score):
    assert api(server, "GET", f"submission/{TINY}/{student}")["code_score"] == score
    measured = read_record(autograded(course, student).parent).notebooks[NOTEBOOK].measured
    # Of so small a notebook no memory may have been seen.
    assert measured.seconds and measured.sandbox and measured.stopped is None


def test_button_makes_feedback_without_hidden_tests(server, course):
    assert api(server, "POST", f"assignment/{TINY}/wrong/generate_feedback")["success"]
    text = (course / "feedback" / "wrong" / TINY / f"{NOTEBOOK}.html").read_text()
    assert "Twice a large number is wrong." in text
    assert [secret for secret in SECRETS if secret in text] == []


@pytest.mark.parametrize("name", ["--help", "--version"])
def test_a_name_in_an_address_is_no_option(server, name):
    for place in (f"assignment/{name}", f"submission/{name}/right", f"submission/{TINY}/{name}"):
        reply = api(server, "POST", f"{place}/autograde")
        assert not reply["success"], place
    for place in (f"assignment/{name}", f"assignment/{name}/right", f"assignment/{TINY}/{name}"):
        reply = api(server, "POST", f"{place}/generate_feedback")
        assert not reply["success"], place


def own_routes():
    """Yield the method and an address of each route of nbjudge that can change something."""
    routes = []
    webapp = SimpleNamespace(
        settings={"base_url": "/"}, add_handlers=lambda host, handlers: routes.extend(handlers)
    )
    Formgrader().init_handlers(webapp)
    routes += [
        (PathMatches(f"/{name}"), kind) for name, kind in {**OF_VALIDATE, **OF_SUBMIT}.items()
    ]
    for matcher, handler, *_ in routes:
        if not isinstance(matcher, PathMatches):
            continue  # nbgrader's own, for a course without nbjudge
        address = re.sub(r"\([^()]*\)", "x", matcher.regex.pattern.rstrip("$"))
        address = address.replace("/?", "")
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            if getattr(handler, method.lower()) is not getattr(web.RequestHandler, method.lower()):
                yield method, address.lstrip("/")


BUTTONS = sorted(set(own_routes()))


def test_the_list_of_buttons_has_those_that_give_points_and_run_code():
    addresses = {address for _, address in BUTTONS}
    assert addresses >= {
        "formgrader/api/submission/x/x/autograde",
        "formgrader/api/submitted_notebook/x/equal/x",
        "formgrader/api/grade/x",
        "assignments/validate",
        "nbjudge/cancel",
        "nbjudge/fetch-pages",
        "nbjudge/submissions",
        "nbjudge/submit",
        "nbjudge/warm",
    }


def refused(opener, url, data=None, method=None):
    """The code with which a server refuses."""
    with pytest.raises(urllib.error.HTTPError) as error:
        opener.open(urllib.request.Request(url, data=data, method=method), timeout=60).close()
    return error.value.code


def test_a_page_of_somebody_else_presses_no_button(server):
    """A browser sends the cookie with whatever a page asks for: that alone is not enough."""
    cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    known, stranger = urllib.request.build_opener(cookies), urllib.request.build_opener()
    with known.open(f"{server.url}/login?token={TOKEN}&next=%2Fapi%2Fstatus") as answer:
        assert "kernels" in answer.read().decode()  # which the server tells nobody else
    assert refused(stranger, f"{server.url}/api/status") == 403
    for method, address in BUTTONS:
        for opener in (known, stranger):
            code = refused(opener, f"{server.url}/{address}", b"{}", method)
            assert code == 403, f"{method} {address}"


def code_of(opener, url):
    """The code with which a server answers."""
    try:
        with opener.open(url, timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize("path", ["..%2f..%2f..%2fcli.py", "%2fetc%2fpasswd", "../../../cli.py"])
def test_no_file_beside_the_pages_is_given_away(server, path):
    knows = urllib.request.build_opener()
    knows.addheaders = [("Authorization", f"token {TOKEN}")]
    with knows.open(f"{server.url}/formgrader/nbjudge/autograde.js") as answer:
        assert answer.status == 200
    assert refused(knows, f"{server.url}/formgrader/nbjudge/{path}") in (403, 404)


def test_whoever_grades_can_use_a_terminal_and_read_the_whole_course(server):
    """docs/security.md says so of assistants; strangers can do neither."""
    knows = urllib.request.build_opener()
    knows.addheaders = [("Authorization", f"token {TOKEN}")]
    with knows.open(f"{server.url}/api/terminals") as answer:
        assert json.loads(answer.read()) == []
    with knows.open(f"{server.url}/api/contents/source/{TINY}/{NOTEBOOK}.ipynb") as answer:
        assert "BEGIN SOLUTION" in answer.read().decode()
    stranger = urllib.request.build_opener()
    for address in ("api/terminals", f"api/contents/source/{TINY}/{NOTEBOOK}.ipynb"):
        assert refused(stranger, f"{server.url}/{address}") == 403, address


def test_of_a_submission_pictures_alone_are_served(server, course):
    """A page or a drawing of a student's would run its scripts as the person who grades."""
    knows = urllib.request.build_opener()
    knows.addheaders = [("Authorization", f"token {TOKEN}")]
    # Not one whose answer others have: files beside it belong to an answer.
    folder = autograded(course, "hostile").parent
    for name in ("evil.html", "evil.svg", "evil.xhtml", "evil", "plot.png", "in/plot.png"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(base64.b64decode(PNG))
    (folder / "link.png").symlink_to(course / "gradebook.db")
    url = page_of(server, "hostile").partition("?")[0]
    for name in ("plot.png", "in/plot.png"):
        with knows.open(url + name) as answer:
            assert answer.headers["Content-Type"] == "image/png"
            policy = answer.headers["Content-Security-Policy"]
            assert "sandbox" in policy and "allow" not in policy
    other = f"..%2f..%2fwrong%2f{TINY}%2fplot.png"
    (autograded(course, "wrong").parent / "plot.png").write_bytes(base64.b64decode(PNG))
    climbing = ["..%2f..%2f..%2fgradebook.db", "..%2f..%2f..%2fnbgrader_config.py", other]
    for name in ("evil.html", "evil.svg", "evil.xhtml", "evil", "link.png", *climbing):
        assert refused(knows, url + name) == 404, name


def test_no_picture_is_served_that_no_comparison_of_answers_reads(server, course):
    """A student could replace it after a person gave points for it."""
    knows = urllib.request.build_opener()
    knows.addheaders = [("Authorization", f"token {TOKEN}")]
    folder = autograded(course, "hostile").parent
    url = page_of(server, "hostile").partition("?")[0]
    for place, code in {"in": 200, "__MACOSX": 404, "in/.git": 404, "Thumbs.db": 404}.items():
        (folder / place).mkdir(parents=True, exist_ok=True)
        (folder / place / "answer.png").write_bytes(base64.b64decode(PNG))
        assert code_of(knows, f"{url}{place}/answer.png") == code, place


def test_every_page_opens_whatever_is_submitted(server, course):
    released = (course / "release" / TINY / f"{NOTEBOOK}.ipynb").read_bytes()
    attackers = [f"m{number}" for number in range(8)] + ["o'neil\"; drop table grade; --"]
    for number, student in enumerate(attackers):
        folder = course / "submitted" / student / TINY
        folder.mkdir(parents=True)
        (folder / f"{NOTEBOOK}.ipynb").write_bytes(mutate(released, random.Random(number)))
    for student, shape in zip(attackers, SHAPES, strict=False):
        for name in NAMES:  # among them that of its page
            put(course / "submitted" / student / TINY, name, shape)
    answer = api(server, "POST", f"assignment/{TINY}/autograde")
    assert answer["success"], answer["said"]
    rows = {row["student"]: row for row in api(server, "GET", f"submissions/{TINY}")}
    assert {rows[student]["autograded"] for student in attackers} == {True}
    for page in ("manage_submissions/" + TINY, f"gradebook/{TINY}/{NOTEBOOK}", "manage_students"):
        assert read(f"{server.url}/formgrader/{page}?token={TOKEN}")
    for student in attackers:
        page = read(page_of(server, student))
        assert 'id="writeup"' in page and FORGED not in page, student
    assert "Traceback" not in server.log.read_text()


def read(url):
    """The text of a page; an error of the server is one here."""
    with urllib.request.urlopen(url, timeout=300) as answer:
        return answer.read().decode()


# ---- in a browser ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hostile_course(server, course, trap):
    """The course with outputs that the judge would not let pass, and plain nbgrader does."""

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


def look(page, trap, url):
    """Open a page; return whether a script of a student's ran, and what the trap was asked for."""
    trap.asked.clear()
    # Half a second without a request: what runs after a page has loaded has asked by then.
    page.goto(url, wait_until="networkidle")
    return page.evaluate("window.owned === 1"), list(trap.asked)


@pytest.mark.browser
def test_trap_works(page, trap, hostile_course):
    """Without SafeHTML the scripts do run: the tests below would notice."""
    owned, asked = look(page, trap, feedback(hostile_course, "--HTMLExporter.preprocessors=[]"))
    assert owned and len(asked) > 5


@pytest.mark.soak
@pytest.mark.browser
def test_feedback_of_a_hostile_student_runs_nothing(page, trap, hostile_course):
    assert look(page, trap, feedback(hostile_course)) == (False, [])
    assert_pictures_are_shown(page)


@pytest.mark.browser
def test_formgrader_page_of_a_hostile_student_runs_nothing(page, trap, server, hostile_course):
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    assert look(page, trap, page_of(server, "hostile")) == (False, [])
    assert [url for url in requests if not url.startswith((f"{server.url}/", "data:"))] == []
    assert page.title() == NOTEBOOK
    assert_pictures_are_shown(page)
    hostile = page.evaluate(SCRIPTS)
    look(page, trap, page_of(server, "right"))
    assert hostile == page.evaluate(SCRIPTS) != []


def test_equal_answers_that_are_named_get_the_points_of_this_one(equal_server):
    """Those that are not named, not equal, or graded already keep theirs."""
    server, course = equal_server
    about = ("writeup", NOTEBOOK, TINY)
    database = f"sqlite:///{course / 'gradebook.db'}"

    def identity(student):
        notebooks = api(server, "GET", f"submitted_notebooks/{TINY}/{NOTEBOOK}")
        (found,) = (each["id"] for each in notebooks if each["student"] == student)
        return found

    def copy(named):
        path = f"/formgrader/api/submitted_notebook/{identity('ann')}/equal/writeup"
        return server.asked(path, [identity(student) for student in named])

    with pytest.raises(urllib.error.HTTPError) as refused:
        copy(["ben"])
    assert refused.value.code == 400
    with Gradebook(database) as gradebook:  # points of an answer that has changed since
        gradebook.find_grade(*about, "ann").manual_score = 3
        gradebook.db.commit()
    with pytest.raises(urllib.error.HTTPError) as refused:
        copy(["ben"])
    assert refused.value.code == 400
    with Gradebook(database) as gradebook:
        for student, points in {"ann": 3, "done": 1}.items():
            grade = gradebook.find_grade(*about, student)
            grade.manual_score, grade.needs_manual_grade = points, False
        gradebook.find_comment(*about, "ann").manual_comment = "Half of it."
        gradebook.db.commit()
    # A run of `nbjudge grade` stores the answers of the next attempt in the gradebook first.
    for student in ("ann", "ben"):
        with another_result(course, identity(student)):
            assert copy(["ben"])["graded"] == 0
    answer = copy(["ben", "other", "done"])
    assert answer["graded"] == 1
    with Gradebook(database) as gradebook:
        marks = {}
        for student in ("ben", "unnamed", "other", "done"):
            grade = gradebook.find_grade(*about, student)
            comment = gradebook.find_comment(*about, student).manual_comment
            marks[student] = (grade.manual_score, comment, grade.needs_manual_grade)
    assert marks == {
        "ben": (3, "Half of it.", False),
        "unnamed": (None, None, True),
        "other": (None, None, True),
        "done": (1, None, False),
    }


@contextmanager
def another_result(course, key):
    """Let the gradebook hold the result of other files than those in the autograded folder."""
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        (submitted,) = read_graded_files(gradebook.db, [SubmittedNotebook.id == key]).values()
        write_graded_files(gradebook.db, key, "of the next attempt")
        gradebook.db.commit()
        yield
        write_graded_files(gradebook.db, key, submitted)
        gradebook.db.commit()


def send_put(server, path, body):
    """Send a PUT request to formgrader's API; return the status and the parsed answer."""
    request = urllib.request.Request(
        f"{server.url}/formgrader/api/{path}",
        method="PUT",
        data=json.dumps(body).encode(),
        headers={"Authorization": f"token {TOKEN}"},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as refused:
        text = refused.read()
        return refused.code, json.loads(text) if refused.code == 409 else text


def test_of_two_browsers_the_later_one_overwrites_nothing_that_it_has_not_shown(equal_server):
    server, course = equal_server
    notebooks = api(server, "GET", f"submitted_notebooks/{TINY}/{NOTEBOOK}")
    (identity,) = (each["id"] for each in notebooks if each["student"] == "ann")

    def page():
        """What an open page holds: the write-up's points and comment, and the answer's state."""
        grades = api(server, "GET", f"grades?submission_id={identity}")
        comments = api(server, "GET", f"comments?submission_id={identity}")
        (answer,) = re.findall(r'data-answer="(\w+)"', read(page_of(server, "ann")))
        (grade,) = (each for each in grades if each["name"] == "writeup")
        (comment,) = (each for each in comments if each["name"] == "writeup")
        return grade, comment, answer

    def give(shown, points):
        grade, _, answer = shown
        values = {name: grade[name] for name in ("manual_score", "extra_credit")}
        body = grade | {"manual_score": points, "shown": values, "answer": answer}
        return send_put(server, f"grade/{grade['id']}", body)

    def say(shown, text):
        _, comment, answer = shown
        values = {"manual_comment": comment["manual_comment"]}
        body = comment | {"manual_comment": text, "shown": values, "answer": answer}
        return send_put(server, f"comment/{comment['id']}", body)

    first, second = page(), page()
    status, saved = give(first, "2")
    assert (status, saved["manual_score"], saved["needs_manual_grade"]) == (200, 2, False)
    status, refused = give(second, "3")
    assert status == 409 and refused["current"]["manual_score"] == 2
    assert "somebody else gave 2 points meanwhile" in refused["message"]
    # A page of nbgrader's own does not send what it showed.
    status, refused = send_put(server, f"grade/{second[0]['id']}", second[0] | {"manual_score": 3})
    assert status == 409 and "does not say which answers it shows" in refused["message"]
    assert refused["current"]["manual_score"] == 2
    assert send_put(server, f"comment/{second[1]['id']}", second[1])[0] == 409
    assert say(first, "Why?")[0] == 200 and say(second, "Show a step.")[0] == 409
    third = page()
    assert (third[0]["manual_score"], third[1]["manual_comment"]) == (2, "Why?")
    assert give(third, "many")[0] == give(third, "nan")[0] == 400
    for shown in ("2", None, [], {"manual_score": {}}, {"manual_score": "2 points"}):
        body = third[0] | {"shown": shown, "answer": third[2]}
        assert send_put(server, f"grade/{third[0]['id']}", body)[0] == 400
    for values in ({"shown": "Why?"}, {"shown": {"manual_comment": 1}}, {"manual_comment": [1]}):
        body = third[1] | {"answer": third[2]} | values
        assert send_put(server, f"comment/{third[1]['id']}", body)[0] == 400
    assert give(third, "3")[0] == 200 and say(third, "Show a step.")[0] == 200

    with another_result(course, identity):
        last = page()
        status, refused = give(last, 1)
        assert status == 409 and refused["current"]["manual_score"] == 3
        assert "result is for other files" in refused["message"]
        assert say(last, "Good.")[0] == 409

    change_autograded(course, "ann", lambda notebook: write(notebook, "Another text."))
    # All that a page requests after it was loaded, it requests after the change.
    status, refused = give(page()[:2] + third[2:], 1)
    assert status == 409 and "was graded again meanwhile" in refused["message"]
    status, refused = say(page()[:2] + third[2:], "Good.")
    assert status == 409 and "was graded again meanwhile" in refused["message"]
    assert page()[0]["manual_score"] == 3 and give(page(), 1)[0] == 200


@pytest.fixture
def equal_server(tmp_path):
    """A server with a graded class of its own: four equal write-ups and another one."""
    course = make_course(tmp_path / "course")
    for student in ("ann", "ben", "unnamed", "done", "other"):
        text = "Another text." if student == "other" else "Because."
        submit(course, student, submission(course, RIGHT, text))
    assert run_nbjudge(course, "grade", TINY).returncode == 0
    home = tmp_path / "home"
    home.mkdir()
    command = [sys.executable, "-m", "jupyter_server", "--allow-root", *OPTIONS.split()]
    with running(command, home, course) as server:
        yield server, course


@pytest.mark.browser
def test_who_was_missing_in_the_first_list_has_a_row_after_a_run(page, server):
    """A list by nbgrader lacks a student whose grade is stored while the list is being read."""
    log_in(page, server)

    def first_list(route):
        students = [row for row in route.fetch().json() if row["student"] != "equal"]
        route.fulfill(json=students)

    page.route("**/api/submissions/*", first_list, times=1)
    page.goto(f"{server.url}/formgrader/manage_submissions/{TINY}")
    rows = page.locator("#main-table tr")
    rows.filter(has_text="asserts").wait_for()
    assert rows.filter(has_text="equal").count() == 0
    page.locator("#nbjudge-all").click()
    row = rows.filter(has_text="equal")
    row.locator(".status").get_by_text("needs manual grading").wait_for()
    # The table's own search and order know the row.
    page.get_by_label("Search").fill("asserts")
    row.wait_for(state="hidden")
    page.get_by_label("Search").fill("equal")
    row.wait_for()
    assert row.count() == 1


@pytest.mark.browser
def test_equal_answers_are_graded_at_once(page, server, course):
    """Without a name in sight; an equal answer that has points already keeps them."""

    def marks():
        about = ("writeup", NOTEBOOK, TINY)
        with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
            return {
                student: (
                    gradebook.find_grade(*about, student).manual_score,
                    gradebook.find_comment(*about, student).manual_comment,
                    gradebook.find_grade(*about, student).needs_manual_grade,
                )
                for student in ("right", "equal", "asserts", "wrong")
            }

    change_autograded(course, "wrong", lambda notebook: write(notebook, "Another text."))
    log_in(page, server)
    left = page.locator(".nbjudge-left")
    held, failed = [], []

    def hold(route):
        route.continue_() if route.request.is_navigation_request() else held.append(route)

    page.route("**/next_to_grade", hold)
    page.on("requestfailed", lambda request: failed.append(request.url))
    page.goto(page_of(server, "asserts"))
    left.get_by_text("more to grade").wait_for()  # so the grades are there
    page.locator("#writeup").fill("1")
    page.keyboard.press("Control+Enter")
    # Who grades in haste waits for the page that is being made: it is not asked for twice.
    page.locator(".nbjudge-keys button:disabled").wait_for()
    held.pop().continue_()
    page.wait_for_url(lambda url, before=page.url: url.split("?")[0] != before.split("?")[0])
    assert failed == []
    page.unroute("**/next_to_grade")
    page.goto(page_of(server, "right"))
    equal = page.locator(".nbjudge-equal")
    left.get_by_text("more to grade").wait_for()
    before = int(left.inner_text().split()[0])
    number, kind = re.match(
        r"Same answer, not graded yet, by (\d+) (other students?)\.", equal.inner_text()
    ).groups()
    assert "equal" not in page.locator("body").inner_text().split()
    # Both in one call, as the page may move while it loads.
    tops = "box => ['button', 'summary'].map((each) => box.querySelector(each).offsetTop)"
    button, names = equal.evaluate(tops)
    assert button < names
    equal.get_by_text("Show All Names").click()
    names = equal.locator("details p").inner_text().split("; ")
    assert "equal" in names and names == sorted(names)
    assert len(names) == int(number) and kind == "other student" + "s" * (len(names) > 1)
    assert not {"right", "asserts", "wrong"} & {*names}
    give = equal.get_by_role("button", name="Give them the same points and comment")
    give.click()
    equal.get_by_text("Give points to this answer first.").wait_for()
    page.get_by_label("Comment: writeup").fill("Half of it.")
    # A press saves the points first. Nothing may move below the pointer then.
    page.get_by_label("Points: writeup").fill("3")
    give.click()
    equal.get_by_text("equal answers were graded").wait_for()
    assert "not graded yet" not in equal.inner_text()
    assert int(left.inner_text().split()[0]) == before - len(names)
    assert marks() == {
        "right": (3, "Half of it.", False),
        "equal": (3, "Half of it.", False),
        "asserts": (1, None, False),
        "wrong": (None, None, True),
    }


NOTE, REASON = "Jane Doe.ipynb is used as it", "it is used, not jane-doe-1.ipynb"


@pytest.fixture
def noted(server, course):
    """The course, with a note on one submission, and one that needs attention."""
    for student, record in {
        "right": Record(notebooks={NOTEBOOK: NotebookRecord(notes=[NOTE])}),
        "wrong": Record("needs-attention", [REASON]),
    }.items():
        (autograded(course, student).parent / RECORD).write_bytes(write_record(record))
    return course


@pytest.mark.browser
def test_a_file_name_is_hidden_with_the_names(page, server, noted):
    """A student's name can be in it."""
    log_in(page, server)
    page.goto(f"{server.url}/formgrader/gradebook/{TINY}/{NOTEBOOK}")
    table = page.locator("#main-table")
    table.get_by_text("Needs attention.").first.wait_for()
    assert "jane" not in table.inner_text().lower()
    page.get_by_role("button", name="Show All Names").click()
    text = table.inner_text()
    assert NOTE in text and REASON in text and "Needs attention." not in text


@pytest.mark.browser
def test_axe_finds_nothing_in_formgrader(page, server, noted):
    """Not in nbgrader's own pages either, as nbjudge shows them."""
    about = ("writeup", NOTEBOOK, TINY)
    with Gradebook(f"sqlite:///{noted / 'gradebook.db'}") as gradebook:
        gradebook.find_comment(*about, "hostile").manual_comment = "Half of it."
        grade = gradebook.find_grade(*about, "equal")
        grade.manual_score, grade.needs_manual_grade = None, True
        gradebook.db.commit()
    log_in(page, server)
    places = ["manage_assignments", f"manage_submissions/{TINY}", "manage_students",
              "manage_students/right", f"manage_students/right/{TINY}", "gradebook",
              f"gradebook/{TINY}", f"gradebook/{TINY}/{NOTEBOOK}"]  # fmt: skip
    ours = {
        f"manage_submissions/{TINY}": [".nbjudge-attention", ".nbjudge-reasons"],
        f"gradebook/{TINY}/{NOTEBOOK}": [".nbjudge-reasons"],
        page_of(server, "right"): [".nbjudge-equal", ".nbjudge-scheme", ".nbjudge-bank"],
    }
    for place in [*places, page_of(server, "right")]:
        page.goto(urljoin(f"{server.url}/formgrader/", place), wait_until="networkidle")
        assert page.locator("#main-table td a, .nbgrader_cell").count() > 0
        for part in ours.get(place, []):
            assert page.locator(f"{part}:visible").count() > 0, part
        assert violations(page) == [], place


def write(notebook, text):
    cell_of(notebook, "writeup").source = text


@pytest.mark.soak
@pytest.mark.browser
def test_grader_can_give_points_beside_hostile_cells(page, server, hostile_course):
    page.goto(page_of(server, "hostile"))
    for grade_id in ("test-double-values", "writeup"):
        found = page.locator(f"#{grade_id}")
        assert found.evaluate_all("tags => tags.map(t => [t.tagName, t.type])") == [
            ["INPUT", "number"]
        ]
    # Three tests and a write-up, each with one button.
    assert page.locator(".full-credit").count() == 4


@pytest.mark.browser
def test_resolve_is_there_for_points_that_wait_and_moves_nothing_when_it_goes(page, server, course):
    """An answer that has changed since it had points keeps them, and waits."""
    about = ("writeup", NOTEBOOK, TINY, "wrong")
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        grade = gradebook.find_grade(*about)
        grade.manual_score = 1
        grade.needs_manual_grade = True
        gradebook.db.commit()
    log_in(page, server)
    page.goto(page_of(server, "wrong"))
    page.locator(".nbjudge-left").get_by_text("more to grade").wait_for()  # so all is drawn
    assert page.locator(".mark-graded").count() == 1
    resolve = page.get_by_role("button", name="Resolve: writeup")
    comment = page.get_by_label("Comment: writeup")
    before = comment.evaluate("box => box.getBoundingClientRect().top + scrollY")
    resolve.click()
    resolve.wait_for(state="hidden")
    assert comment.evaluate("box => box.getBoundingClientRect().top + scrollY") == before
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        grade = gradebook.find_grade(*about)
        assert (grade.manual_score, grade.needs_manual_grade) == (1, False)


SCRIPTS = "[...document.scripts].map(script => script.getAttribute('src'))"


def assert_pictures_are_shown(page):
    """The PNG and the SVG of outputs and attachments are on the page and could be decoded."""
    sizes = page.evaluate("[...document.images].map(i => [i.src.slice(0, 15), i.naturalWidth])")
    assert [size for kind, size in sizes if kind == "data:image/svg+"].count(20) >= 3
    png = page.evaluate(
        "end => [...document.images].filter(i => i.src.endsWith(end) && i.naturalWidth).length",
        PNG,
    )
    assert png >= 2
