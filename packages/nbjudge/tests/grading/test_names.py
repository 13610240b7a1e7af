"""No submission takes a name that nbjudge or nbgrader writes; the entry is left out and named."""

import shutil

import pytest
from nbgrader.coursedir import CourseDirectory

from nbjudge.gradebook.record import read_record
from nbjudge.server.api import RecordedAPI
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.grading_course import NOTEBOOKS, PS, grade
from nbjudge_testing.taken_names import ALLOWED, FORGED, NAMES, SHAPES, forged, put
from nbjudge_testing.watched import hand_in, make_watched_course


@pytest.fixture
def exchange(tmp_path):
    return make_watched_course(tmp_path / "all")


def feedback(exchange, student):
    return exchange.course / "feedback" / student / PS


def check_all(exchange, handed_in, attention):
    """Collect, grade, make pages, release, report and ask formgrader; everybody has their own."""
    course = exchange.course
    run_nbgrader(course, "collect", PS)
    grade(course, expect=3 if attention else 0)
    for _ in range(2):
        made = run_nbjudge(course, "feedback", PS)
        assert made.returncode == 0, made.stdout + made.stderr
    run_nbgrader(course, "release_feedback", PS)
    reported = run_nbjudge(course, "report", PS)
    assert reported.returncode == 0, reported.stderr
    rows = RecordedAPI(CourseDirectory(root=str(course))).get_submissions(PS)
    assert {row["student"]: row["score"] for row in rows} == dict.fromkeys(handed_in, 10)
    assert all(row["autograded"] for row in rows)
    for student, names in handed_in.items():
        folder = feedback(exchange, student)
        for notebook in NOTEBOOKS:
            assert "test-" in (folder / f"{notebook}.html").read_text(), student
        record = read_record(course / "autograded" / student / PS)
        for name, shape in names:
            lines = [*record.reasons, *record.notes]
            said = [one for one in lines if one.startswith(f"{name} ")]
            assert bool(said) is ((name, shape) not in ALLOWED), (student, name, record.reasons)
        assert set(forged(folder)) <= {name for name, _ in ALLOWED}
        assert set(forged(course / "autograded" / student / PS)) <= {name for name, _ in ALLOWED}
    assert forged(exchange.feedback) == []


def test_names_in_all_shapes_are_left_out_and_named(exchange):
    handed_in = {"ann": []}
    hand_in(exchange, "ann")
    for shape in SHAPES:
        folder = hand_in(exchange, shape).path
        handed_in[shape] = [(name, shape) for name in NAMES]
        for name in NAMES:
            put(folder, name, shape)
    check_all(exchange, handed_in, attention=True)


@pytest.mark.soak
@pytest.mark.parametrize("shape", SHAPES)
def test_each_name_alone_is_left_out_and_named(exchange, shape):
    handed_in = {"ann": []}
    hand_in(exchange, "ann")
    for number, name in enumerate(NAMES):
        student = f"s{number}"
        put(hand_in(exchange, student).path, name, shape)
        handed_in[student] = [(name, shape)]
    check_all(exchange, handed_in, attention=True)


def test_a_page_stays_when_its_name_is_submitted_later(exchange):
    course = exchange.course
    hand_in(exchange, "eve")
    run_nbgrader(course, "collect", PS)
    grade(course)
    run_nbjudge(course, "feedback", PS)
    first = (feedback(exchange, "eve") / "adding.html").read_text()
    put(hand_in(exchange, "eve").path, "adding.html", "file")
    run_nbgrader(course, "collect", PS, "--update")
    grade(course)  # who exports a notebook needs no attention
    for _ in range(2):
        assert run_nbjudge(course, "feedback", PS).returncode == 0
        assert "alert(document.domain)" not in first
        assert (
            "alert(document.domain)" not in (feedback(exchange, "eve") / "adding.html").read_text()
        )


@pytest.mark.parametrize("name", ["adding.html", ".nbjudge-pages.json"])
def test_a_folder_with_the_name_of_a_page_stops_no_page(exchange, name):
    """As nbgrader's own autograding leaves it, which copies a submission whatever its names are."""
    course = exchange.course
    students = ["aaa", "ann", "ben"]
    for student in students:
        hand_in(exchange, student)
    run_nbgrader(course, "collect", PS)
    grade(course)
    shutil.rmtree(course / "feedback", ignore_errors=True)
    put(course / "autograded" / "aaa" / PS, name, "folder")
    made = run_nbjudge(course, "feedback", PS)
    assert made.returncode == 0, made.stdout + made.stderr
    for student in students:
        assert len(list(feedback(exchange, student).glob("*.html"))) == 2


def test_no_html_of_a_student_is_released_as_a_page(exchange):
    """Neither by nbjudge's pages nor by nbgrader's own `generate_feedback`, which copies it."""
    course = exchange.course
    folder = hand_in(exchange, "eve").path
    for name in ("extra.html", "picture.svg", "EXTRA.HTM"):
        (folder / name).write_text(FORGED)
    run_nbgrader(course, "collect", PS)
    grade(course)
    run_nbjudge(course, "feedback", PS)
    assert forged(feedback(exchange, "eve")) == []
    run_nbgrader(course, "generate_feedback", PS, "--force")
    assert "extra.html" in forged(feedback(exchange, "eve"))
    run_nbgrader(course, "release_feedback", PS)
    assert len(list(exchange.feedback.glob("*.html"))) == 2
    assert forged(exchange.feedback) == []
