"""The panel *Submissions*: the words on an attempt, the order of notebooks, and what is escaped."""

import datetime

import pytest
from bs4 import BeautifulSoup

from nbjudge.files.times import time_text, utc_now
from nbjudge.server.submit.panel import notes_html, panel_of

TIME = "2026-11-22 14:03:05.123456 UTC"
WATCH = {"stopped": None}
PICTURE = ["data:image/png;base64,AAAA", "a drawing"]


def part(name, outcome, points=0, possible=2, **fields):
    return {
        "name": name,
        "aspect": "values",
        "outcome": outcome,
        "points": points,
        "possible": possible,
        "messages": [],
        **fields,
    }


def entry(name, *parts, **fields):
    points = {"points": 1, "possible": 10, "pending_points": 0, "later_points": 0}
    return {"name": name, "parts": parts, "unreadable": "", **points, **fields}


def status_of(state, *notebooks, **fields):
    """What a status file has."""
    return {
        "state": state,
        "submitted_at": time_text(utc_now()),
        "points": 3,
        "possible": 10,
        "notebooks": notebooks,
        **dict.fromkeys(("pending_points", "later_points", "reason", "due", "superseded_at")),
        **dict.fromkeys(("queue_position", "seconds", "not_before")),
        **fields,
    }


def attempt(status=None, pages=None, time=TIME):
    return {"time": time, "status": status, "pages": pages or {}}


def panel(*attempts, notebook="1-one", watch=None, **fields):
    status = {"assignment": "ps", "course": "abc", "watch": watch, "due": None, "progress": []}
    return panel_of({**status, "attempts": [*attempts], **fields}, notebook)


def text(html):
    return " ".join(BeautifulSoup(html, "html.parser").text.split())


PAGE = {"1-one": {"is": True, "path": None}}


@pytest.mark.parametrize(
    "attempt, watch, words, is_open",
    [
        (attempt(), None, "It will be graded later.", True),
        (attempt(), WATCH, "It will be graded in a moment.", True),
        (attempt(pages=PAGE), None, "Your feedback is ready.", False),
        (
            attempt(status_of("waiting", queue_position=2, seconds=8)),
            WATCH,
            "Place 2 in the queue. About 10 s.",
            True,
        ),
        (attempt(status_of("waiting", queue_position=1)), WATCH, "It is next.", True),
        (
            attempt(status_of("waiting", not_before="2026-11-22T14:03:05Z", reason="A <b>")),
            WATCH,
            "It is waiting. It will be graded at 2026-11-22T14:03:05Z. A <b>.",
            True,
        ),
        (attempt(status_of("grading", points=None)), WATCH, "It is being graded.", True),
        (
            attempt(status_of("grading", pending_points=4)),
            WATCH,
            "3 of 10 points so far, 4 need manual grading. The feedback page follows.",
            True,
        ),
        (
            attempt(status_of("graded", later_points=1, superseded_at=TIME)),
            WATCH,
            "3 of 10 points so far, 1 is counted after the due date. A newer attempt counts.",
            False,
        ),
        (
            attempt(status_of("replaced")),
            WATCH,
            "It was not graded, because you submitted again.",
            False,
        ),
        (
            attempt(status_of("refused", reason="Too large!")),
            WATCH,
            "It is not graded. Too large!",
            False,
        ),
    ],
)
def test_the_line_on_the_latest_attempt(attempt, watch, words, is_open):
    shown = panel(attempt, watch=watch)
    assert text(shown["now"]) == f"Submitted at {TIME}. {words}"
    assert shown["is_open"] == is_open
    assert "<b>" not in shown["now"] + shown["html"]


def test_nothing_is_submitted_yet():
    shown = panel()
    assert shown["now"] == "Nothing submitted yet." and not shown["is_open"]
    assert "None yet." in text(shown["html"])


def test_late_attempts_and_due_dates_that_have_passed():
    due = utc_now() - datetime.timedelta(days=1, minutes=2.5)
    status = status_of("graded", due=time_text(due))
    shown = panel(attempt(status), due=time_text(due))
    assert shown["is_over"] and "Was due on" in text(shown["html"])
    assert text(shown["now"]).endswith("Late by 1 d 3 min.")
    tomorrow = time_text(utc_now() + datetime.timedelta(days=1))
    shown = panel(attempt(status_of("graded", due=tomorrow)), due=tomorrow)
    assert not shown["is_over"] and "Late" not in text(shown["now"])


def test_times_are_elements_that_the_browser_can_read():
    soup = BeautifulSoup(panel(attempt())["html"], "html.parser")
    assert soup.select_one("time")["datetime"] == "2026-11-22T14:03:05.123456Z"
    other = panel(attempt(time="<yesterday>"))
    assert "<time" not in other["now"] and "&lt;yesterday&gt;" in other["now"]


def test_the_open_notebook_comes_first_and_untouched_ones_are_one_sentence():
    untouched = [part("f", "unwritten"), part("essay", "unwritten", by_hand=True)]
    status = status_of(
        "graded",
        entry("1-one", *untouched),
        entry("2-two", part("g", "failed", messages=["Too <small>."])),
        entry("3-three", *untouched),
        entry("4-four", part("h", "passed", points=2)),
    )
    shown = panel(attempt(status), notebook="4-four")
    soup = BeautifulSoup(shown["html"], "html.parser")
    parts = soup.select("details")
    names = ["4-four", "2-two"]
    assert [part.summary.text for part in parts] == [f"{name}: 1 of 10 points" for name in names]
    assert [part.has_attr("data-unfold") for part in parts] == [True, False]
    assert "Nothing is written yet in 1-one and 3-three." in text(shown["html"])
    assert "Too &lt;small&gt;." in shown["html"]
    # An untouched notebook that is open is shown whole.
    own = panel(attempt(status), notebook="1-one")
    assert "Nothing is written yet in 3-three." in text(own["html"])
    first = BeautifulSoup(own["html"], "html.parser").select_one("details")
    assert "○ not written" in text(str(first))


def test_a_file_that_could_not_be_read_is_one_box():
    box = "1-one.ipynb is not a notebook: it is not JSON. Submit it again."
    status = status_of("graded", entry("1-one", part("f", "waiting"), unreadable=box))
    soup = BeautifulSoup(panel(attempt(status))["html"], "html.parser")
    assert text(str(soup.select_one(".nbjudge-result"))) == box
    assert not soup.select(".nbjudge-block")


def test_a_status_file_of_another_version_may_lack_fields():
    few = {"name": "f", "aspect": "", "outcome": "failed", "points": 0, "possible": 2}
    notebook = {"name": "1-one", "points": 1, "possible": 10, "parts": [few]}
    assert "1-one: 1 of 10 points" in text(panel(attempt(status_of("graded", notebook)))["html"])


def test_only_the_latest_attempt_has_drawings():
    status = status_of("graded", entry("1-one", part("f", "failed", pictures=[PICTURE])))
    html = panel(attempt(status), attempt(status))["html"]
    assert html.count("<img") == 1 and html.count("nbjudge-failed") > 2


def test_checks_lead_to_their_cells_and_notebooks_to_their_pages():
    failed = part("f", "failed", grade_id="test-f-values", answer_id="f")
    status = status_of("graded", entry("1-one", failed))
    soup = BeautifulSoup(panel(attempt(status, PAGE))["html"], "html.parser")
    links = soup.select('[data-notebook="1-one"] [data-grade-id]')
    assert [(link["data-grade-id"], link.text) for link in links] == [
        ("f", "Go to the cell"),
        ("test-f-values", "values"),
    ]
    (page,) = soup.select("[data-page]")
    assert (page["data-page"], page["data-time"]) == ("1-one", TIME)


def test_sentences_on_the_folder_are_escaped():
    html = notes_html(["<i>.ipynb is missing."], ["a.ipynb is used."])
    assert "&lt;i&gt;.ipynb is missing." in html and "nbjudge-noted" in html


def test_the_last_validation_is_shown_if_there_is_one():
    line = "✗ 1 failed, ✓ 2 passed"
    progress = [{"name": "1-one", "result": line}, {"name": "2-two", "result": None}]
    words = text(panel(progress=progress)["html"])
    assert f"1-one: {line}" in words and "2-two: not validated yet" in words
    nothing = [{"name": "1-one", "result": None}]
    assert "Last validation" not in text(panel(progress=nothing)["html"])
