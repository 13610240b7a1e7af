"""The record of a finished attempt: what outlives the watch, and nothing else."""

import json
from pathlib import Path

from nbjudge.exchange.attempts import Attempt, AttemptPages, read_attempts, write_attempt
from nbjudge.exchange.inbound import InboundFolder
from nbjudge.gradebook.record import Record

INBOUND = InboundFolder("ann", Path("ann+ps+time"), 0, 1_700_000_000_000_000_000, True)
NOTEBOOK = {
    "name": "one",
    "points": 2.0,
    "possible": 3.0,
    "pending_points": 0.0,
    "later_points": 0.5,
}


def graded() -> Attempt:
    attempt = Attempt.of_folder("ps", INBOUND)
    attempt.content = "digest"
    attempt.secret = "s" * 20
    attempt.since = 5
    attempt.tries = 1
    attempt.early_reasons = {"scores": None, "full": "one.ipynb: it took too long"}
    attempt.record = Record()
    attempt.end_graded(AttemptPages([NOTEBOOK]), "full")
    return attempt


def test_a_record_holds_what_outlives_the_watch(tmp_path):
    attempt = graded()
    write_attempt(tmp_path, attempt, shared=False)
    (path,) = tmp_path.glob("*.json")
    data = json.loads(path.read_text())
    fields = {"folder", "changed", "content", "status", "secret", "seconds", "early_reasons"}
    assert data.keys() == fields
    (read,) = read_attempts(tmp_path)
    assert (read.key, read.place, read.status) == (attempt.key, ("ps", "ann"), attempt.status)
    assert (read.secret, read.content) == (attempt.secret, "digest")
    assert read.early_reasons == attempt.early_reasons
    assert read.status.later_points == 0.5
    assert (read.inbound, read.record, read.since, read.tries) == (None, None, 0, 0)


def test_pages_that_are_made_again_change_no_time_of_grading():
    attempt = graded()
    first = attempt.status
    assert (first.state, first.points, first.graded) == ("graded", 2.0, first.written)
    attempt.record = Record()
    attempt.end_graded(AttemptPages([NOTEBOOK], lost={"two": "is lost"}), "full")
    assert attempt.status.graded == first.graded
    assert attempt.status.written > first.written
    assert attempt.status.reason == "No page could be generated: two is lost"
