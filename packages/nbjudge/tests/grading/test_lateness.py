"""Late or not: the kernel's time of what nbjudge has collected is believed, and no student's."""

import datetime
import json
import os
import shutil
import zipfile

import pytest
from nbgrader.api import Gradebook

from nbjudge.files.file_names import COLLECTED, TIMESTAMP
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.grading_course import (
    ANSWERS,
    PS,
    audit_of,
    database,
    grade,
    grade_here,
    record_of,
)
from nbjudge_testing.grading_course import hand_in as put
from nbjudge_testing.watched import hand_in, make_watched_course

STOCK = "--ExchangeFactory.collect=nbgrader.exchange.default.ExchangeCollect"
MINUTES = 21  # between the due date and now
CLAIMED = {
    "past": "2020-01-01 00:00:00.000000 UTC",
    "future": "2999-01-01 00:00:00.000000 UTC",
    "garbage": "\x00 no time" * 100,
}


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A course with an exchange in which nothing is submitted, due some minutes ago."""
    folder = tmp_path_factory.mktemp("late") / "all"
    make_watched_course(folder, "c.LateSubmissionPlugin.penalty_method = 'zero'\n")
    return folder


@pytest.fixture
def exchange(template, tmp_path):
    from nbjudge_testing.watched import Exchange

    whole = shutil.copytree(template, tmp_path / "all")
    config = whole / "course" / "nbgrader_config.py"
    config.write_text(config.read_text().replace(str(template), str(whole)))
    copied = Exchange(whole / "course", whole / "exchange" / "small")
    set_duedate(copied, -MINUTES)
    return copied


def set_duedate(exchange, minutes: float) -> None:
    due = datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=minutes)
    with Gradebook(database(exchange.course), "small") as gradebook:
        gradebook.update_or_create_assignment(PS, duedate=f"{due:%Y-%m-%d %H:%M:%S.%f} UTC")


def collect(exchange, *arguments: str) -> str:
    return run_nbgrader(exchange.course, "collect", PS, *arguments).stdout


def submitted(exchange, student: str):
    return exchange.course / "submitted" / student / PS


def late(exchange, student: str) -> tuple[float, float]:
    """The seconds after the due date and the late penalty, by the gradebook."""
    with Gradebook(database(exchange.course), "small") as gradebook:
        found = gradebook.find_submission(PS, student)
        penalty = sum(notebook.late_submission_penalty or 0 for notebook in found.notebooks)
        return found.total_seconds_late, penalty


def test_who_submits_late_is_late(exchange):
    hand_in(exchange, "ann")
    collect(exchange)
    assert grade_here(exchange.course).timestamps_passed_over == 0
    seconds, penalty = late(exchange, "ann")
    assert 60 * MINUTES <= seconds < 60 * MINUTES + 3600 and penalty == 10
    assert audit_of(exchange.course)[-1]["seconds_late"] == pytest.approx(seconds, abs=0.001)
    (graded,) = exchange.course.glob(f"autograded/ann/{PS}/{TIMESTAMP}")
    assert graded.read_text() == (submitted(exchange, "ann") / TIMESTAMP).read_text()


def test_who_has_an_extension_is_not(exchange):
    hand_in(exchange, "ann")
    collect(exchange)
    grade_here(exchange.course)
    with Gradebook(database(exchange.course), "small") as gradebook:
        gradebook.grant_extension(PS, "ann", days=1)
    summary = grade_here(exchange.course)
    assert summary.graded == 1 and late(exchange, "ann") == (0, 0)


def test_a_due_date_that_is_moved_reaches_points_and_pages_at_the_next_run(exchange):
    hand_in(exchange, "ann")
    collect(exchange)
    page = exchange.course / "feedback" / "ann" / PS / "adding.html"
    for minutes, points in ((-MINUTES, 5), (60, 0), (-MINUTES, 5)):
        set_duedate(exchange, minutes)
        grade(exchange.course, "--feedback")
        assert late(exchange, "ann")[1] == 2 * points
        said = f"Points deducted because this was submitted late: {points}."
        assert (said in page.read_text()) is bool(points)
        assert ("because this was submitted late" in page.read_text()) is bool(points)


@pytest.mark.attack
def test_a_notebook_that_is_found_in_an_archive_keeps_its_time(exchange):
    """Else a student would only have to zip what is late."""
    folder = hand_in(exchange, "eve").path
    with zipfile.ZipFile(folder / "ps.zip", "w") as archive:
        for path in folder.glob("*.ipynb"):
            archive.write(path, f"ps/{path.name}")
            path.unlink()
    collect(exchange)
    assert grade_here(exchange.course).timestamps_passed_over == 0
    assert record_of(exchange.course, "eve")["notebooks"]["adding"]["notes"] == [
        "ps.zip/ps/adding.ipynb is used as adding.ipynb"
    ]
    seconds, penalty = late(exchange, "eve")
    assert seconds >= 60 * MINUTES and penalty == 10


@pytest.mark.attack
@pytest.mark.parametrize("claimed", CLAIMED.values(), ids=CLAIMED)
@pytest.mark.parametrize("name", [TIMESTAMP, COLLECTED])
def test_no_file_of_a_student_says_when(exchange, name, claimed):
    attempt = hand_in(exchange, "eve")
    (attempt.path / name).write_text(claimed)
    if name == COLLECTED:
        (attempt.path / TIMESTAMP).write_text(claimed)
    collect(exchange)
    grade_here(exchange.course)
    seconds, penalty = late(exchange, "eve")
    assert 60 * MINUTES <= seconds < 60 * MINUTES + 3600 and penalty == 10


@pytest.mark.attack
@pytest.mark.parametrize("claimed", CLAIMED.values(), ids=CLAIMED)
def test_after_nbgraders_own_collecting_no_file_of_a_student_says_when(exchange, claimed):
    attempt = hand_in(exchange, "eve")
    (attempt.path / TIMESTAMP).write_text(CLAIMED["past"])
    collect(exchange, STOCK)
    for name in (TIMESTAMP, COLLECTED):
        (submitted(exchange, "eve") / name).write_text(claimed)
    assert grade_here(exchange.course).timestamps_passed_over == 1
    assert late(exchange, "eve") == (0, 0)
    said = collect(exchange, "--update")
    assert "No newer submission to collect" not in said
    assert grade_here(exchange.course).timestamps_passed_over == 0
    assert late(exchange, "eve")[0] >= 60 * MINUTES


@pytest.mark.attack
def test_files_of_an_earlier_attempt_make_no_later_one_earlier(exchange):
    """Eve knows what was collected of her in time, and puts copies of it beside a late answer."""
    set_duedate(exchange, 60)
    hand_in(exchange, "eve", {})
    collect(exchange)
    early = {
        name: (submitted(exchange, "eve") / name).read_bytes() for name in (TIMESTAMP, COLLECTED)
    }
    set_duedate(exchange, -MINUTES)
    shutil.rmtree(submitted(exchange, "eve"))
    put(exchange.course, "eve")  # by hand, by a zip file, or by nbgrader's own class
    for name, content in early.items():
        (submitted(exchange, "eve") / name).write_bytes(content)
    said = grade(exchange.course)
    assert "Ignored timestamp.txt in 1 submission" in said
    with Gradebook(database(exchange.course), "small") as gradebook:
        assert gradebook.find_submission(PS, "eve").timestamp is None


def test_the_second_of_two_counts_with_its_own_time(exchange):
    set_duedate(exchange, 60)
    hand_in(exchange, "ann", {})
    collect(exchange)
    grade_here(exchange.course)
    assert late(exchange, "ann") == (0, 0)
    set_duedate(exchange, -MINUTES)
    hand_in(exchange, "ann", ANSWERS)
    collect(exchange, "--update")
    assert grade_here(exchange.course).graded == 1
    assert late(exchange, "ann")[0] >= 60 * MINUTES
    assert "No newer submission to collect" in collect(exchange, "--update", "--log-level=INFO")


def test_a_notebook_that_the_instructor_renames_keeps_its_time(exchange):
    attempt = hand_in(exchange, "ann")
    (attempt.path / "adding.ipynb").rename(attempt.path / "adding-final.ipynb")
    collect(exchange)
    folder = submitted(exchange, "ann")
    (folder / "adding-final.ipynb").rename(folder / "adding.ipynb")
    assert grade_here(exchange.course).timestamps_passed_over == 0
    assert late(exchange, "ann")[0] >= 60 * MINUTES


def test_a_hook_that_changes_the_files_keeps_the_time(exchange):
    config = exchange.course / "nbgrader_config.py"
    config.write_text(
        config.read_text() + "def hook(assignment, student, notebooks):\n"
        "    import pathlib\n"
        "    for path in notebooks:\n"
        "        pathlib.Path(path).write_text(pathlib.Path(path).read_text() + ' ')\n"
        "c.Autograde.pre_convert_hook = hook\n"
    )
    hand_in(exchange, "ann")
    collect(exchange)
    grade_here(exchange.course)
    assert late(exchange, "ann")[0] >= 60 * MINUTES


def test_half_a_line_of_the_record_loses_no_other(exchange):
    """A machine that loses its power may leave one."""
    hand_in(exchange, "ann")
    collect(exchange)
    (record,) = exchange.course.glob(f"attempts/ann/{PS}.collected.jsonl")
    line = json.loads(record.read_text())
    assert (line["student"], line["assignment"], line["by"]) == ("ann", PS, audit_user())
    record.write_text(record.read_text()[:40])
    assert grade_here(exchange.course).timestamps_passed_over == 1
    hand_in(exchange, "ann")
    collect(exchange, "--update")
    assert grade_here(exchange.course).timestamps_passed_over == 0
    assert late(exchange, "ann")[0] >= 60 * MINUTES


def audit_user() -> str:
    from nbjudge.gradebook.audit import user

    return user()


def test_the_record_is_closed_to_others(exchange):
    hand_in(exchange, "ann")
    collect(exchange)
    (record,) = exchange.course.glob(f"attempts/ann/{PS}.collected.jsonl")
    assert os.stat(record).st_mode & 0o077 == 0
