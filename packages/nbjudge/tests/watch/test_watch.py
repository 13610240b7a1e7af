"""`nbjudge watch`: from the folder in the exchange to what the student reads."""

import contextlib
import datetime
import errno
import json
import os
import random
import re
import shutil
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.apps import NbGrader
from nbgrader.coursedir import CourseDirectory

from nbisolate import Stop
from nbisolate_testing.users import wait_for
from nbjudge.course.failed_cells import CANNOT_JUDGE
from nbjudge.course.policy import WatchLimits
from nbjudge.course.visible import CONCEALED, COUNTED_LATER, STOPPED
from nbjudge.errors import UsageError
from nbjudge.exchange import collection_log
from nbjudge.exchange.attempts import Attempt, attempts_folder, read_attempts
from nbjudge.exchange.exchange_folders import CourseExchange
from nbjudge.exchange.inbound import InboundFolder
from nbjudge.exchange.status_files import AttemptStatus, read_heartbeat
from nbjudge.files.folders import locked_course, watched_course
from nbjudge.files.times import time_text, utc_time
from nbjudge.grading import find_work
from nbjudge.server.api import RecordedAPI
from nbjudge.tags import AFTER_DUE_DATE
from nbjudge.watch import batch, collect
from nbjudge.watch.ledger import Ledger
from nbjudge.watch.pending import PendingAttempts
from nbjudge.watch.queue import AttemptQueue
from nbjudge.watch.released_pages import AttemptPageMaker, PageRequest, released_pages
from nbjudge.watch.status_writer import StatusWriter
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.grading_course import (
    ANSWERS,
    NOTEBOOKS,
    PS,
    audit_of,
    database,
    files_of,
    grade,
    rows_of,
    scores_of,
)
from nbjudge_testing.taken_names import NAMES, NO_TEXT, SHAPES, forged, put
from nbjudge_testing.watched import (
    Steps,
    Watching,
    copy_watched_course,
    graded,
    hand_in,
    make_watched_course,
)

WRONG = {"add": "def add(x, y):\n    return x - y"}
HALF = {"add": ANSWERS["add"]}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A course and its exchange, to which nobody has submitted."""
    return make_watched_course(tmp_path_factory.mktemp("watched") / "all")


@pytest.fixture
def exchange(made, tmp_path):
    """A copy of it."""
    return copy_watched_course(made, tmp_path / "all")


@pytest.fixture
def steps(exchange):
    """Start a watch of the exchange with some traits; all of them are ended."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.chdir(exchange.course))

        def begin(*traits: str, **more) -> Steps:
            begun = Steps(exchange, *traits, **more)
            stack.callback(begun.watch.close)
            return begun

        yield begin


def set_duedate(exchange, **away: float) -> None:
    """Set the due date so far from now."""
    due = datetime.datetime.now(datetime.UTC) + datetime.timedelta(**away)
    with Gradebook(database(exchange.course), "small") as gradebook:
        gradebook.update_or_create_assignment(PS, duedate=f"{due:%Y-%m-%d %H:%M:%S.%f} UTC")


def test_what_is_not_written_has_not_failed(exchange, steps):
    stub = {"double": "def double(x):\n    raise NotImplementedError('This part is not written.')"}
    ann = hand_in(exchange, "ann", HALF | stub, writeup="YOUR ANSWER HERE")
    ben = hand_in(exchange, "ben", WRONG | stub, writeup="I do not know.")
    watch = steps()
    watch.go_on()

    def outcomes(one) -> dict[str, list[str]]:
        return {
            notebook["name"]: [part["outcome"] for part in notebook["parts"]]
            for notebook in one.status.notebooks
        }

    assert outcomes(ann) == {
        "adding": ["passed", "passed", "unwritten"],
        "doubling": ["unwritten"] * 3,
    }
    assert outcomes(ben) == {
        "adding": ["failed", "failed", "waiting"],
        "doubling": ["unwritten", "unwritten", "waiting"],
    }
    page = ann.pages["doubling"]
    assert "</span> not written</strong>" in page and "</span> failed</strong>" not in page
    with Gradebook(database(exchange.course), "small") as gradebook:
        for name in ("ann", "ben"):  # a person thinks that it is worth nothing
            score = gradebook.find_grade("add-why", "adding", PS, name)
            score.manual_score, score.needs_manual_grade = 0, False
        gradebook.db.commit()
    for name in ("ann", "ben"):
        made = AttemptPageMaker(watch.watch.config).make(PageRequest(PS, name, release=False))
        assert made.notebooks[0]["parts"][2]["outcome"] == "failed"


def test_two_students_and_a_second_attempt(exchange, steps):
    ann, ben = hand_in(exchange, "ann", WRONG), hand_in(exchange, "ben")
    watch = steps()
    watch.go_on()
    assert [ann.status.points, ben.status.points] == [0, 10]
    assert ben.status.possible == 18 and ben.status.pending_points == 8
    part = ann.status.notebooks[0]["parts"][0]
    assert part["outcome"] == "failed" and part["messages"] == ["The result is wrong."]
    assert "The result is wrong." in ann.pages["adding"]
    again = hand_in(exchange, "ann")
    watch.go_on()
    assert again.status.points == 10 and again.status.superseded_at is None
    assert ann.status.superseded_at == again.status.submitted_at
    assert "Not your latest attempt." in ann.pages["adding"]
    assert "Not your latest attempt." not in again.pages["adding"]
    assert sorted(graded(exchange)) == ["ann", "ann", "ben"]


def test_a_second_attempt_runs_the_changed_notebook_alone(exchange, steps):
    new = {name: f"import os\nprint(os.urandom(8).hex())\n{ANSWERS[name]}" for name in ANSWERS}
    one = hand_in(exchange, "ann", new)
    steps().go_on()
    status, pages = one.status, one.pages
    two = hand_in(exchange, "ann", {**new, "double": "def double(x):\n    return 0"})
    steps().go_on()  # a new start of the watch knows it, too
    assert audit_of(exchange.course)[-1]["unchanged"] == ["adding"]
    # The page of the unchanged notebook has the other one's new points, and nothing else is new.
    points_of_two = two.pages["adding"].replace("0 of 9", "5 of 9").replace("5 of 18", "10 of 18")
    assert points_of_two == pages["adding"]
    assert two.pages["doubling"] != pages["doubling"]
    assert [one["points"] for one in two.status.notebooks] == [5, 0]
    assert two.status.notebooks[0]["parts"] == status.notebooks[0]["parts"]


@pytest.mark.soak
def test_a_watch_that_is_killed_goes_on_and_nbjudge_grade_beside_it(exchange):
    ann = hand_in(exchange, "ann", WRONG)
    with Watching(exchange) as watch:
        watch.wait(ann)
        assert watch.heartbeat.assignments == [PS]
        watch.kill()
        watch.start()
        ben = hand_in(exchange, "ben", WRONG)
        watch.wait(ben)
        assert "2 skipped" in grade(exchange.course)
    assert graded(exchange) == ["ann", "ben"]


def test_a_newer_attempt_replaces_one_that_waits_and_each_student_has_one(exchange, steps):
    first, other, second = (hand_in(exchange, name) for name in ("ann", "ben", "ann"))
    watch = steps()
    watch.go_on()
    assert first.status.state == "replaced"
    assert first.status.superseded_at == second.status.submitted_at
    assert second.is_("graded") and other.is_("graded")
    assert graded(exchange) == ["ann", "ben"]  # ann waits since her first attempt
    changed = second.path.stat().st_ctime_ns
    assert second.status.submitted_at == time_text(utc_time(changed))  # the kernel's time
    assert not first.pages and second.pages


def test_those_who_wait_know_their_place(exchange, steps):
    ann, ben, cem = (hand_in(exchange, name) for name in ("ann", "ben", "cem"))
    watch = steps()
    watch.watch.look()
    assert [one.status.queue_position for one in (ann, ben, cem)] == [1, 2, 3]
    again = hand_in(exchange, "ann")
    watch.watch.next_look = 0
    watch.watch.look()
    assert again.status.queue_position == 1 and ann.is_("replaced")
    assert watch.watch.pending.statuses.per_minute() is None and again.status.seconds is None


def test_the_limits_say_whose_turn_comes_when():
    policy = WatchLimits(per_day=2)
    start = datetime.datetime(2026, 11, 22, 12)

    def turn(*minutes: int) -> float | None:
        """How many minutes after the first the next attempt is graded."""
        times = [time_text(start + datetime.timedelta(minutes=after)) for after in minutes]
        status = [AttemptStatus("graded", PS, time, time, graded=time) for time in times]
        turn = policy.turn([Attempt(one.written, 0, "", one) for one in status])
        return turn and (turn - start) / datetime.timedelta(minutes=1)

    assert turn() is None and turn(0) is None
    assert turn(0, 10) == 24 * 60 and turn(0, 10, 70) == 24 * 60 + 10


def test_who_must_wait_stays_in_the_line_and_nobody_else_waits_for_it():
    policy, now = WatchLimits(per_day=1), datetime.datetime(2026, 11, 22, 12)
    line, written = AttemptQueue(policy), time_text(now)
    before = Attempt("a", 1, "", AttemptStatus("graded", PS, written, written, graded=written))
    ann, ben = (InboundFolder(name, Path(name), 0, 2, True) for name in ("ann", "ben"))
    line.update((PS, "ann"), [ann], [before])
    line.update((PS, "ben"), [ben], [])
    day = datetime.timedelta(days=1)
    assert [one.inbound for one in line.in_order(now)] == [ben]
    assert [one.inbound for one in line.held_back(now)] == [ann]
    assert [one.inbound for one in line.in_order(now + day)] == [ann, ben]


def attempt_of(graded: datetime.datetime, seconds: float) -> Attempt:
    """An attempt that was graded at this time, and took so long."""
    time = time_text(graded)
    status = AttemptStatus("graded", PS, time, time, graded=time)
    return Attempt(time, 0, "", status, seconds=seconds)


def test_who_has_taken_many_seconds_waits_longest_and_then_an_hour():
    policy, now = WatchLimits(per_day=0), datetime.datetime(2026, 11, 22, 12)
    minute = datetime.timedelta(minutes=1)
    line = AttemptQueue(policy)
    took = {"eve": [480, 100], "ann": [50], "fay": [300, 300], "ben": []}
    for since, (student, seconds) in enumerate(took.items()):
        done = [attempt_of(now - (20 - n) * minute, each) for n, each in enumerate(seconds)]
        one = InboundFolder(student, Path(student), 0, since, True)
        line.update((PS, student), [one], done[:1], done[1:])  # at this and another assignment
    assert [one.place[1] for one in line.in_order(now)] == ["ann", "ben", "eve"]
    assert [one.place[1] for one in line.held_back(now)] == ["fay"]
    later = now + 40 * minute  # 300 of her 600 seconds are an hour ago
    assert [one.place[1] for one in line.in_order(later)] == ["ann", "ben", "eve", "fay"]
    assert policy.turn([], [(now, 599.0)]) is None
    assert WatchLimits(per_day=0, seconds_per_hour=0).turn([], [(now, 9e9)]) is None


SLOW = {
    "add": "import time\ndef add(x, y):\n    time.sleep(25)\n    return x + y",
    "double": "import time\ndef double(x):\n    time.sleep(25)\n    return 2 * x",
}


def test_seconds_of_an_attempt_are_kept_and_bound_the_next_one(exchange, steps):
    slow = {**ANSWERS, "add": "import time\ntime.sleep(1.5)\n" + ANSWERS["add"]}
    one, other = hand_in(exchange, "ann", slow), hand_in(exchange, "ben")
    watch = steps("--WatchLimits.seconds_per_hour=1")
    watch.go_on()
    two = hand_in(exchange, "ann")
    steps("--WatchLimits.seconds_per_hour=1").go_on()  # a new start knows it too
    assert one.is_("graded") and other.is_("graded") and two.is_("waiting")
    assert two.status.not_before > one.status.graded and "grading time" in two.status.reason


@pytest.mark.attack
def test_a_slow_attempt_holds_up_nobody_and_the_course_is_given_back(exchange):
    """Whoever sleeps in all calls has a worker for minutes, and neither the others nor the course.

    A batch takes in for ten seconds; whoever comes later must not wait for its last attempt.
    """
    slow = hand_in(exchange, "eve", SLOW)
    with Watching(exchange, ("--workers=2",)) as watch:
        watch.wait(slow, states=("grading",))
        time.sleep(batch.TAKES_IN + 1)
        honest = hand_in(exchange, "ann")
        watch.wait(honest)
        assert slow.is_("grading")
        said = run_nbjudge(exchange.course, "grade", PS, "--student=ann")
        assert "0 graded" in said.stdout and "1 skipped" in said.stdout, said
        assert not slow.is_("graded")
        wait_for(lambda: slow.is_("grading"))  # it is begun anew
        again = hand_in(exchange, "ann")
        watch.wait(again)
        assert slow.is_("grading")


def test_a_student_has_one_attempt_under_way_at_all_assignments(exchange, steps):
    _, other, _ = (hand_in(exchange, name) for name in ("eve", "eve", "ann"))
    other.path.rename(other.path.with_name(other.path.name.replace(f"+{PS}+", "+other+")))
    with Gradebook(database(exchange.course), "small") as gradebook:
        gradebook.add_assignment("other")
    pending = steps(assignments=[PS, "other"]).watch.pending
    eve, others, ann = (PS, "eve"), ("other", "eve"), (PS, "ann")
    pending.look()
    assert pending.ready() == [eve, ann]
    pending.begin(pending.take(eve))
    assert others in pending.queue.waiting and pending.ready() == [ann]
    del pending.under_way[eve]
    assert pending.ready() == [others, ann]


def test_an_assignment_that_cannot_be_graded_holds_up_no_other(exchange, steps, monkeypatch, capfd):
    slow = {**ANSWERS, "add": "import time\ntime.sleep(3)\n" + ANSWERS["add"]}
    bad, good = hand_in(exchange, "ann"), hand_in(exchange, "ben", slow)
    bad.path.rename(bad.path.with_name(bad.path.name.replace(f"+{PS}+", "+other+")))
    with Gradebook(database(exchange.course), "small") as gradebook:
        gradebook.add_assignment("other")
    open_class = batch.open_class

    def fail(coursedir, *arguments, **more):
        if coursedir.assignment_id == "other":
            raise UsageError("it has no source")
        return open_class(coursedir, *arguments, **more)

    monkeypatch.setattr(batch, "open_class", fail)
    watch = steps(assignments=[PS, "other"])
    watch.step()
    wait_for(lambda: watch.step() or good.is_("graded"), 60)
    assert "it has no source" in capfd.readouterr().err and graded(exchange) == ["ben"]


@pytest.mark.soak
def test_one_too_many_waits_for_its_turn(exchange, steps):
    watch = steps("--WatchLimits.per_day=1")
    one, other = hand_in(exchange, "ann", WRONG), hand_in(exchange, "ben")
    watch.go_on()
    two = hand_in(exchange, "ann")
    watch.go_on()
    assert one.is_("graded") and other.is_("graded") and two.is_("waiting")
    assert two.status.not_before > one.status.graded and "limits" in two.status.reason
    three = hand_in(exchange, "ann", HALF)
    watch.go_on()
    assert two.is_("replaced") and three.is_("waiting")
    assert graded(exchange) == ["ann", "ben"]
    watch = steps("--WatchLimits.per_day=2")  # the course thinks better of it
    watch.go_on()
    assert three.status.points == 5


def test_before_the_due_date_students_see_what_the_course_shows(exchange, steps):
    set_duedate(exchange, hours=1)
    one = hand_in(exchange, "ann", WRONG)
    steps("--WatchLimits.feedback_before_due=scores").go_on()
    status = one.status
    assert [status.points, status.possible, status.feedback] == [0, 18, "scores"]
    assert not one.pages and all(not each["parts"] for each in status.notebooks)
    assert "wrong" not in repr(status)
    steps().go_on()  # the course shows everything after all
    assert one.status.feedback == "full" and one.status.notebooks[0]["parts"][0]["messages"]
    steps("--WatchLimits.feedback_before_due=scores").go_on()
    assert one.status.feedback == "scores" and "wrong" not in repr(one.status)
    set_duedate(exchange, hours=-1)
    steps("--WatchLimits.feedback_before_due=scores").go_on()
    assert one.status.feedback == "full" and "The result is wrong." in one.pages["adding"]
    assert one.status.notebooks[0]["page"]
    assert graded(exchange) == ["ann"]


LOOKS = """
import inspect, linecache
def add(x, y):
    text = "".join(linecache.getlines(inspect.currentframe().f_back.f_code.co_filename))
    if "The result is wrong" in text:
        raise ValueError("se" + "en: 42")
    return x + y
"""


def test_what_an_in_process_cell_shows_waits_for_the_due_date(exchange, steps):
    watch = steps(f"--JudgeExecute.in_process={PS}/adding/test-add-small")
    ann = hand_in(exchange, "ann", {**ANSWERS, "add": LOOKS})
    watch.go_on()
    for _ in range(2):  # without a due date, and before it
        part = ann.status.notebooks[0]["parts"][0]
        assert [part["outcome"], part["messages"]] == ["failed", [CONCEALED]]
        assert "seen" not in repr(ann.status) + ann.pages["adding"]
        assert ann.status.points == 8
        set_duedate(exchange, hours=1)
        watch = steps(f"--JudgeExecute.in_process={PS}/adding/test-add-small")
        watch.go_on()
    set_duedate(exchange, hours=-1)
    steps(f"--JudgeExecute.in_process={PS}/adding/test-add-small").go_on()
    assert ann.status.notebooks[0]["parts"][0]["messages"] == ["ValueError: seen: 42"]
    assert "seen: 42" in ann.pages["adding"]


def test_the_search_for_notebooks_runs_in_a_worker_and_counts(
    exchange, steps, monkeypatch, tmp_path
):
    noted = tmp_path / "noted"
    in_child = find_work.in_child

    def slow(*arguments, **more):
        with open(noted, "a") as file:
            print(os.getpid(), file=file)
        time.sleep(3)
        return in_child(*arguments, **more)

    monkeypatch.setattr(find_work, "in_child", slow)
    ann = hand_in(exchange, "ann", notes__txt="beside the notebooks")
    watch = steps()
    watch.watch.batches.workers = 1
    watch.go_on()
    assert ann.status.points == 10
    searchers = noted.read_text().split()
    assert searchers and str(os.getpid()) not in searchers
    folder = attempts_folder(CourseDirectory(root=str(exchange.course)), "ann", PS)
    assert read_attempts(folder)[0].seconds > 3


def test_points_are_there_before_the_pages_whose_time_counts(exchange, steps, monkeypatch):
    go_on = exchange.course.parent / "go-on"
    make = AttemptPageMaker.make

    def wait_and_make(maker, request):
        wait_for(go_on.exists)
        return make(maker, request)._replace(seconds=100.0)

    monkeypatch.setattr(AttemptPageMaker, "make", wait_and_make)
    ann = hand_in(exchange, "ann")
    watch = steps()
    wait_for(lambda: watch.step() or (ann.status and ann.status.points is not None))
    assert [ann.status.state, ann.status.points, ann.pages] == ["grading", 10, {}]
    go_on.touch()
    watch.go_on()
    assert ann.is_("graded") and ann.status.points == 10 and ann.pages
    folder = attempts_folder(CourseDirectory(root=str(exchange.course)), "ann", PS)
    assert read_attempts(folder)[0].seconds > 100
    assert watch.watch.slow == {"ann"}  # the next ones are made apart


# Answers that put what they are called with into a reason: a module, a class, an exit code.
TELLING = {
    "ann": """
def add(x, y):
    raise ModuleNotFoundError(f"No module named 'h{x}_{y}'")
""",
    "ben": """
def add(x, y):
    return type(f"H{x}_{y}", (), {"__eq__": lambda self, other: True})()
""",
    "eve": """
import os
def add(x, y):
    os._exit(100 + x)
""",
}


def test_no_reason_says_what_an_answer_was_called_with(exchange, steps):
    set_duedate(exchange, hours=1)
    handed_in = {
        student: hand_in(exchange, student, {**ANSWERS, "add": answer})
        for student, answer in TELLING.items()
    }
    steps("--WatchLimits.feedback_before_due=scores").go_on()
    assert [attempt.status.reason for attempt in handed_in.values()] == [None, None, None]
    steps().go_on()
    assert [attempt.status.reason for attempt in handed_in.values()] == [
        None,
        f"adding.ipynb: {CANNOT_JUDGE.rstrip('.')}",
        f"adding.ipynb: {STOPPED[Stop.ENDED]}",
    ]
    set_duedate(exchange, hours=-1)
    steps().go_on()
    _, ben, eve = handed_in.values()
    assert "class H20_22" in ben.status.reason and "(exit code 120)" in eve.status.reason


def test_a_sentence_on_files_is_shown_with_points_only(exchange, steps):
    code = f"import no_such\n{ANSWERS['add']}"
    ann = hand_in(exchange, "ann", {**WRONG, "add": code})
    steps("--WatchLimits.feedback_before_due=scores").go_on()
    assert ann.status.reason == "adding.ipynb imports no_such, which is not installed here"


def test_what_counts_after_the_due_date_is_in_no_number_before(exchange, steps):
    path = exchange.course / "source" / PS / "adding.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id", "").startswith("test-add"):
            cell.metadata["tags"] = [AFTER_DUE_DATE]
    nbformat.write(notebook, path)
    set_duedate(exchange, hours=1)
    right = hand_in(exchange, "ann")
    wrong = hand_in(exchange, "ben", {**ANSWERS, **WRONG})
    steps("--WatchLimits.feedback_before_due=scores").go_on()
    numbers = ("points", "possible", "pending_points", "later_points")
    for name in numbers:
        assert getattr(right.status, name) == getattr(wrong.status, name)
    points = right.status.points
    later = right.status.later_points
    assert later
    steps().go_on()
    for attempt in (right, wrong):
        part = attempt.status.notebooks[0]["parts"][0]
        assert [part["outcome"], part["points"], part["messages"]] == ["later", 0, [COUNTED_LATER]]
        assert "The result is wrong." not in attempt.pages["adding"]
        assert "counted after the due date." in attempt.pages["adding"]
    set_duedate(exchange, hours=-1)
    steps().go_on()
    assert right.status.points == points + later > wrong.status.points
    assert right.status.later_points == 0
    assert "The result is wrong." in wrong.pages["adding"]


def test_the_last_counts_whatever_it_got(exchange, steps):
    watch = steps()
    for answers in (ANSWERS, WRONG):
        last = hand_in(exchange, "ann", answers)
        watch.go_on()
    assert last.status.superseded_at is None
    assert scores_of(exchange.course, "ann")["test-add-small"] == 0


def test_pages_of_the_newest_attempts_are_kept(exchange, steps):
    watch = steps("--WatchLimits.max_feedback_attempts=2")
    tried = []
    for _ in range(3):
        tried.append(hand_in(exchange, "ann"))
        watch.go_on()
    assert [len(one.pages) for one in tried] == [0, 2, 2]
    assert tried[0].status.points == 10 and tried[0].status.notebooks[0]["page"] is None


def test_write_ups_wait_for_the_due_date(exchange, steps):
    set_duedate(exchange, hours=1)
    hand_in(exchange, "ann")
    steps().go_on()

    def asked(coursedir=None) -> list[bool]:
        api = RecordedAPI(coursedir or CourseDirectory(root=str(exchange.course)))
        return [row["needs_manual_grade"] for row in api.get_notebook_submissions(PS, "adding")]

    assert asked() == [False]
    # Formgrader's course directory was made before its app has read the course's file.
    with open(exchange.course / "nbgrader_config.py", "a") as config:
        config.write("c.WatchLimits.hold_manual_grading = False\n")
    app = NbGrader()
    app.initialize([])
    assert asked(app.coursedir) == [True]
    set_duedate(exchange, hours=-1)
    assert asked() == [True]


@pytest.mark.soak
def test_who_was_down_makes_nobody_late_and_a_changed_mode_is_no_attempt(exchange, steps):
    one = hand_in(exchange, "ann")
    before = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    time.sleep(0.05)
    set_duedate(exchange)
    steps("--LateSubmissionPlugin.penalty_method=zero").go_on()
    assert one.status.points == 10
    handed_in = one.status.submitted_at
    assert datetime.datetime.fromisoformat(handed_in[:-1]) < before
    for path in (one.path, *one.path.iterdir()):
        path.chmod(0o777)
    steps("--LateSubmissionPlugin.penalty_method=zero").go_on()
    assert one.status.submitted_at == handed_in and graded(exchange) == ["ann"]
    late = hand_in(exchange, "ben")
    steps("--LateSubmissionPlugin.penalty_method=zero").go_on()
    assert late.status.points == 0


@pytest.mark.soak
def test_what_is_being_copied_still_waits(exchange, steps):
    half = hand_in(exchange, "ann", complete=False)
    watch = steps()
    watch.go_on()
    assert half.status is None
    half.path.chmod(0o777)
    time.sleep(0.3)
    watch.go_on()
    assert half.is_("graded")


@pytest.mark.parametrize("looks", [True, False])
def test_a_watch_whose_feedback_is_replaced_writes_nothing_there_and_goes_on_later(
    exchange, steps, monkeypatch, capfd, looks
):
    """By a link to a folder of the teacher's, with files of the names that are written."""
    watch = steps()
    ann = hand_in(exchange, "ann")
    watch.go_on()
    victim, feedback = exchange.course / "victim", exchange.feedback
    shutil.copytree(feedback, victim)
    folders = (exchange.folder.parent, exchange.folder, exchange.inbound, feedback)
    modes = [folder.stat().st_mode for folder in folders]
    for folder in folders:
        folder.chmod(0o777)
    feedback.rename(exchange.folder / "old")
    feedback.symlink_to(victim)
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in victim.iterdir()}
    again = hand_in(exchange, "ann")
    with monkeypatch.context() as patch:
        if not looks:
            patch.setattr(CourseExchange, "unsafe", lambda self: [])
        for _ in range(3):
            watch.step()
        run_nbgrader(exchange.course, "release_feedback", PS, check=False)
    assert before == {
        path: (path.stat().st_mtime_ns, path.read_bytes()) for path in victim.iterdir()
    }
    if looks:
        said = capfd.readouterr().err
        assert said.count("Others can replace the course's folders") and "Trying again" in said
        for folder in folders[:-1]:
            change = "o-w" if folder == exchange.folder else "+t"
            assert f"chmod {change} {folder}" in said
        assert not watch.watch.pending.under_way
        status = run_nbjudge(exchange.course, "watch", "--status", PS).stdout
        assert f"chmod o-w {exchange.folder}" in status
    feedback.unlink()
    (exchange.folder / "old").rename(feedback)
    for folder, mode in zip(folders, modes, strict=True):
        folder.chmod(mode)
    later = hand_in(exchange, "ann")
    watch.go_on()
    assert later.is_("graded") and ann.status.superseded_at and again.status.state != "waiting"
    assert watch.watch.pending.statuses.stopped is None


def test_a_link_in_the_place_of_feedback_is_said_and_no_watch_starts(exchange):
    if exchange.feedback.exists():
        exchange.feedback.rmdir()
    mode = exchange.course.stat().st_mode
    exchange.feedback.symlink_to(exchange.course)
    refused = run_nbjudge(exchange.course, "watch", PS)
    assert refused.returncode and "feedback is a link. Remove it" in refused.stderr
    assert "Traceback" not in refused.stderr and exchange.course.stat().st_mode == mode


def test_a_disk_that_is_full_and_a_course_that_is_held_lose_nothing(exchange, steps, monkeypatch):
    from nbjudge.watch import loop

    one = hand_in(exchange, "ann")
    watch = steps()
    real = collection_log.replace_submission

    def full(*arguments, **more) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "a file")

    monkeypatch.setattr(collection_log, "replace_submission", full)
    assert watch.watch.step() == loop.RETRY
    assert "No space left" in watch.watch.pending.statuses.stopped and not one.is_("graded")
    monkeypatch.setattr(collection_log, "replace_submission", real)
    with locked_course(exchange.course):
        watch.step()
        assert "is running" in watch.watch.pending.statuses.stopped
    watch.go_on()
    assert one.is_("graded") and watch.watch.pending.statuses.stopped is None
    assert graded(exchange) == ["ann"]


def test_the_status_names_who_waits_and_what_is_passed_over(exchange):
    hand_in(exchange, "ben")
    (exchange.inbound / f"x+{PS}+y+z").symlink_to("/etc")
    said = run_nbjudge(exchange.course, "watch", "--status", PS).stdout
    assert (
        "nbjudge watch is not running" in said
        and "1 waiting or being graded, the oldest for" in said
    )
    assert f"Skipped: x+{PS}+y+z is a symbolic link, which is not followed" in said


def test_who_submits_late_is_told_so_and_so_is_the_teacher(exchange, steps, capfd):
    set_duedate(exchange, minutes=-21)
    one = hand_in(exchange, "ann")
    watch = steps("--LateSubmissionPlugin.penalty_method=zero")
    watch.go_on()
    assert one.status.submitted_at > one.status.due and one.status.points == 0
    assert read_heartbeat(exchange.feedback).due == {PS: one.status.due}
    assert re.search(rf"ann {PS}: 0 of 18, .* late by 2[12] min\n", capfd.readouterr().out)
    with Gradebook(database(exchange.course), "small") as gradebook:
        seconds = gradebook.find_submission(PS, "ann").total_seconds_late
        assert 21 * 60 <= seconds < 22 * 60 + 3600
        gradebook.grant_extension(PS, "ann", hours=1)
    due = one.status.due
    watch.watch.pending.due.read_at = -1e9
    watch.go_on()
    assert one.status.due > one.status.submitted_at > due
    assert read_heartbeat(exchange.feedback).due == {PS: due}  # of the class


def test_the_log_names_what_is_passed_over_left_out_and_refused(exchange, steps, capfd):
    (exchange.inbound / f"x+{PS}+y+z").symlink_to(exchange.course)
    eve, bob = hand_in(exchange, "eve"), hand_in(exchange, "bob")
    (eve.path / "notes.txt").symlink_to(exchange.course / "gradebook.db")
    watch = steps()
    watch.go_on()
    hand_in(exchange, "ann").path.joinpath("submission_secret.txt").write_text(bob.secret)
    watch.go_on()
    said = capfd.readouterr().out
    link = "is a symbolic link, which is not followed"
    assert said.count(f"Skipped: x+{PS}+y+z {link}\n") == 1
    assert re.search(rf"eve {PS}: 10 of 18, .*; notes.txt {link}\n", said)
    why = "Its submission_secret.txt is another student's. Submit your own folder"
    assert f"ann {PS}: not graded. {why}\n" in said
    for number in range(25):
        (exchange.inbound / f"x{number}+{PS}+y+z").symlink_to(exchange.course)
    watch.step()
    said = capfd.readouterr().out
    assert said.count("Skipped: x") == 20 and "Skipped: 5 more\n" in said


@pytest.mark.attack
def test_what_lies_in_the_course_already_is_never_taken_for_what_was_submitted(exchange, steps):
    """Another command may have put a student's files there, with our note copied beside them."""
    one = hand_in(exchange, "eve", WRONG)
    run_nbgrader(exchange.course, "collect", PS)
    folder = exchange.course / "submitted" / "eve" / PS
    for notebook in folder.glob("*.ipynb"):
        notebook.write_text(notebook.read_text().replace("x - y", "x + y"))
    steps().go_on()
    assert one.status.points == 0 and "x - y" in (folder / "adding.ipynb").read_text()


@pytest.mark.attack
def test_times_of_an_exchange_in_memory_are_not_believed():
    """There a mapped file can be changed for ever, and the kernel notes no time."""
    if " /dev/shm tmpfs " not in Path("/proc/mounts").read_text():
        pytest.skip("there is no /dev/shm in memory")
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        exchange = make_watched_course(Path(folder, "all"))
        hand_in(exchange, "ann")
        run_nbgrader(exchange.course, "collect", PS)
        said = run_nbjudge(exchange.course, "grade", PS)
        assert "1 graded" in said.stdout and "is on a tmpfs" in said.stderr
        set_duedate(exchange, hours=1)
        for command in ("grade", "watch"):
            said = run_nbjudge(exchange.course, command, PS)
            assert said.returncode == 2 and "Move Exchange.root to a disk" in said.stderr


def test_the_status_names_who_needs_a_person(exchange, steps, monkeypatch):
    eve = hand_in(exchange, "eve")
    watch = steps()
    with watched_course(exchange.course) as watch.watch.note:
        with monkeypatch.context() as patch:
            patch.setattr(collect, "content_digest", lambda files: 1 / 0)
            patch.setattr(PendingAttempts, "refuse", lambda *arguments: 1 / 0)
            watch.go_on()
        said = run_nbjudge(exchange.course, "watch", "--status", PS).stdout
        assert f"\neve {PS} needs attention: ZeroDivisionError" in said and not eve.is_("graded")
        again = hand_in(exchange, "eve")
        watch.go_on()
        assert again.is_("graded")
        assert "needs attention" not in run_nbjudge(exchange.course, "watch", "--status", PS).stdout
    (exchange.course / ".nbjudge-watch.lock").write_text("left by a watch that was killed")
    assert "killed" not in run_nbjudge(exchange.course, "watch", "--status", PS).stdout


def test_a_second_watch_is_refused_and_so_is_an_assignment_that_is_not_there(exchange):
    from nbjudge.files.folders import watched_course

    with watched_course(exchange.course):
        said = run_nbjudge(exchange.course, "watch", PS)
    assert said.returncode == 1 and "Another nbjudge watch is running" in said.stderr
    said = run_nbjudge(exchange.course, "watch", "pss")
    assert said.returncode == 2 and "Did you mean ps?" in said.stderr


def files_but_for_times(course) -> dict[str, object]:
    """What was graded, without the time of submission, which is another one in a copy."""
    found = files_of(course)
    files = {name: what for name, what in found.items() if not name.endswith("/timestamp.txt")}
    for record in files.values():
        if isinstance(record, dict):
            del record["submitted_at"], record["timestamp"]
    return files


def rows_but_for_times(course) -> dict[str, list]:
    """The gradebook, without the times of submission."""
    rows = rows_of(database(course))
    for row in rows["submitted_assignment"]:
        assert row.pop("timestamp") is not None
    return {table: sorted(found, key=repr) for table, found in rows.items()}


@pytest.mark.soak
def test_a_flood_with_thirty_kills_ends_as_one_without(exchange, tmp_path):
    """Two hundred students; one watch is let alone, and one of a copy is killed all the time."""
    answers = (ANSWERS, HALF, WRONG)
    flood = [hand_in(exchange, f"s{n:03}", answers[n % 3]) for n in range(200)]
    killed = copy_watched_course(exchange, tmp_path / "killed")
    twin = [replace(one, exchange=killed) for one in flood]
    with Watching(exchange) as watch:
        watch.wait(*flood, seconds=3600)
    chance, records = random.Random(1), killed.course / "attempts"
    with Watching(killed) as watch:
        for number in range(30):
            wait_for(lambda least=6 * number: len([*records.glob("*/*/*.json")]) >= least, 3600)
            time.sleep(chance.uniform(0, 2))
            watch.kill()
            watch.start()
        watch.wait(*twin, seconds=3600)
    assert rows_but_for_times(killed.course) == rows_but_for_times(exchange.course)
    assert files_but_for_times(killed.course) == files_but_for_times(exchange.course)
    assert [one.pages for one in twin] == [one.pages for one in flood]
    assert [one.status.points for one in twin] == [one.status.points for one in flood]
    assert len(graded(exchange)) == 200 and len(set(graded(killed))) == 200
    assert not [path for path in killed.feedback.iterdir() if path.name.startswith(".")]


def test_three_attempts_with_a_page_that_is_no_text_end_no_watch(exchange, steps):
    hand_in(exchange, "eve")
    watch = steps()
    watch.go_on()
    for _ in range(2):
        eve = hand_in(exchange, "eve")
        put(eve.path, "adding.html", "bytes")
        watch.go_on()
        assert eve.is_("graded") and len(eve.pages) == 2
    ann = hand_in(exchange, "ann")
    steps().go_on()  # a new start
    assert ann.is_("graded")


def test_a_page_that_is_no_text_ends_no_watch_when_a_newer_attempt_marks_it(exchange, steps):
    eve = hand_in(exchange, "eve")
    steps().go_on()
    pages = released_pages(exchange.feedback, eve.secret, NOTEBOOKS).values()
    assert len(pages) == 2
    for page in pages:
        page.write_bytes(b"<body>" + NO_TEXT)
    again = hand_in(exchange, "eve")
    steps().go_on()
    ann = hand_in(exchange, "ann")
    steps().go_on()  # a new start
    assert again.is_("graded") and ann.is_("graded")
    assert all(b"Not your latest attempt" in page.read_bytes() for page in pages)


@pytest.mark.parametrize("rounds", [1])
def test_names_in_all_shapes_stop_no_watch(exchange, steps, rounds):
    """Each shape under all names but the secret, by which a student is told."""
    for _ in range(rounds):
        handed_in = [hand_in(exchange, "ann")]
        for shape in SHAPES:
            handed_in.append(hand_in(exchange, shape))
            for name in set(NAMES) - {"submission_secret.txt"}:
                put(handed_in[-1].path, name, shape)
        steps().go_on()
        assert all(one.is_("graded") and len(one.pages) == 2 for one in handed_in)
        assert forged(exchange.feedback) == []


def test_pages_records_and_notes_that_are_no_text_cost_one_student_alone(exchange, steps):
    eve = [hand_in(exchange, "eve")]
    ben = hand_in(exchange, "ben")
    steps().go_on()
    records = exchange.course / "attempts" / "eve" / PS
    (record,) = records.glob("*.json")
    strange = {"status": {"state": "graded", "assignment": PS, "submitted_at": 5, "written": []}}
    for content in (NO_TEXT, b"[]", b'{"status": 5}', json.dumps(strange).encode()):
        for path in exchange.feedback.iterdir():
            if path.read_bytes().find(b"eve") >= 0:
                path.write_bytes(content)
        (records / f"z{len(eve)}.json").write_bytes(content)
        record.write_bytes(content)
        eve.append(hand_in(exchange, "eve"))
        ann = hand_in(exchange, f"ann{len(eve)}")
        steps().go_on()
        assert ann.is_("graded")
    assert ben.is_("graded")


FAILING = [
    (collect, "read_submission"),
    (collection_log, "replace_submission"),
    (PendingAttempts, "is_known"),
    (PendingAttempts, "begin"),
    (PendingAttempts, "finish"),
    (Ledger, "settle"),
    (Ledger, "add"),
    (StatusWriter, "write"),
]


def failing_for(student, owner, name, error):
    """Return the method `name` of `owner`, which raises the error if it is called for a student."""
    real = getattr(owner, name)
    # Not in the object itself, whose text holds all students.
    own = slice(isinstance(owner, type), None)

    def failing(*arguments, **more):
        if student in repr(arguments[own]):
            raise error
        return real(*arguments, **more)

    return failing


@pytest.mark.parametrize("error", [ValueError("odd"), IsADirectoryError(errno.EISDIR, "odd")])
def test_an_error_of_one_student_costs_that_student_alone(
    exchange, steps, monkeypatch, error, capfd
):
    """Whatever is raised for one student, the others are graded, and a new start does that one."""
    failing = {f"eve{number}": place for number, place in enumerate(FAILING)}
    first = hand_in(exchange, "ann")
    bad = {student: hand_in(exchange, student) for student in failing}
    last = hand_in(exchange, "zoe")
    with monkeypatch.context() as patch:
        for student, (owner, name) in failing.items():
            patch.setattr(owner, name, failing_for(student, owner, name, error))
        watch = steps()
        watch.go_on()
    watch.watch.close()
    said = capfd.readouterr().err
    assert first.is_("graded") and last.is_("graded")
    for student, (_, name) in failing.items():
        assert not bad[student].is_("graded") or name in ("settle", "add"), name
        assert bad[student].is_("refused") or f"{student} {PS} needs attention: " in said, name
    again = {student: hand_in(exchange, student) for student in failing}
    steps().go_on()
    for student, (_, name) in failing.items():
        assert again[student].is_("graded"), name


ALL = ("--WatchLimits.per_day=0",)


def kill_at(exchange, number: int) -> bool:
    """Run a watch in a fork that ends, as if killed, at that line of the package; say if it did."""
    pid = os.fork()
    if pid == 0:
        left = number

        def trace(frame, event, argument):
            nonlocal left
            if "/nbjudge/" not in frame.f_code.co_filename:
                return None
            left -= event == "line"
            if left < 0:
                os._exit(9)
            return trace

        try:
            watch = Steps(exchange, *ALL)
            sys.settrace(trace)
            watch.go_on()
            sys.settrace(None)
            watch.watch.close()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 9


@pytest.mark.parametrize("kills", [2, pytest.param(60, marks=pytest.mark.soak)])
def test_a_watch_that_is_killed_at_any_line_goes_on(exchange, steps, kills):
    draw, killed = random.Random(3), 0
    for number in range(kills):
        eve = hand_in(exchange, "eve")
        put(eve.path, "adding.html", "bytes")
        ann = hand_in(exchange, "ann")
        killed += kill_at(exchange, draw.randrange(20_000))
        steps(*ALL).go_on()
        assert eve.is_("graded") and ann.is_("graded"), number
    assert killed
