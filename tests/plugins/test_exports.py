"""The export plugins, on real gradebooks and through the real `nbgrader export`."""

import itertools
import logging
import shutil

import pytest
from commands import run_nbgrader
from gradebooks import add_lab, add_students, make_lab_gradebook, submit, url
from hypothesis import given
from hypothesis import strategies as st
from nbgrader.api import Gradebook

from nbjudge.course.scores import read_scores
from nbjudge.plugins.bonus import Verdict, decide
from nbjudge.plugins.exports import BonusExporter, CanvasExporter, MoodleExporter, as_text


@pytest.fixture(scope="module")
def lab_gradebook(tmp_path_factory):
    return make_lab_gradebook(tmp_path_factory.mktemp("lab") / "gradebook.db")


@pytest.fixture
def gradebook(lab_gradebook, tmp_path):
    with Gradebook(url(shutil.copy(lab_gradebook, tmp_path / "gradebook.db"))) as gradebook:
        yield gradebook


def export(exporter, gradebook, tmp_path, **traits):
    to = tmp_path / "out.csv"
    exporter(to=str(to), **traits).export(gradebook)
    return to.read_bytes().decode()


def bonus(gradebook, tmp_path, **traits):
    """The file of the bonus, by the rule of the lab."""
    return export(BonusExporter, gradebook, tmp_path, forgiven={"autograd": 1}, **traits)


def bonus_of(text):
    """student id -> (solved, ungraded, bonus), from the file's text."""
    rows = [line.split(",") for line in text.splitlines()[1:]]
    return {row[1]: (row[4], row[6], row[7]) for row in rows}


def test_scores_are_those_of_nbgrader(gradebook):
    add_students(gradebook, "a", "b", "c", "d")
    submit(gradebook, "a", test_graph=1.5, penalty=2)
    submit(gradebook, "b", hooks_writeup=None, test_trace=0)
    submit(gradebook, "c", test_module=None, penalty=50)
    submission = gradebook.find_submission("autograd", "b")
    for notebook in submission.notebooks:
        for grade in notebook.grades:
            grade.extra_credit = 0.5
        notebook.grades[0].manual_score = 1
    gradebook.db.commit()

    scores = read_scores(gradebook, "autograd")

    assert scores.max_score == gradebook.find_assignment("autograd").max_score == 40
    assert set(scores.submissions) == {"a", "b", "c"}
    for student, ours in scores.submissions.items():
        theirs = gradebook.find_submission("autograd", student)
        assert ours.score == max(0, theirs.score - theirs.late_submission_penalty)
        assert bool(ours.pending) == theirs.needs_manual_grade
        for notebook in theirs.notebooks:
            assert ours.task_score(notebook.name) == notebook.score


def test_bonus_for_all_four(gradebook, tmp_path):
    gradebook.add_student("ada", last_name="Lovelace", first_name="Ada")
    gradebook.add_student("bob", last_name="Ross")
    add_students(gradebook, "cy", "dee", "eve")
    submit(gradebook, "ada", hooks_writeup=2, penalty=30)
    submit(gradebook, "bob", test_graph_rare=5.5)
    submit(gradebook, "cy", hooks_writeup=1.9)
    submit(gradebook, "dee", order_writeup=None)
    assert bonus(gradebook, tmp_path) == (
        "assignment,student_id,last_name,first_name,solved,tasks,ungraded,bonus\n"
        "autograd,cy,,,3,4,,no\n"
        "autograd,dee,,,3,4,2-reverse-order,open\n"
        "autograd,eve,,,0,4,,no\n"
        "autograd,ada,Lovelace,Ada,4,4,,yes\n"
        "autograd,bob,Ross,,3,4,,no\n"
    )


def test_bonus_for_three_where_nobody_solves_all(gradebook, tmp_path):
    add_students(gradebook, "three", "two", "none")
    submit(gradebook, "three", test_edges=3)
    submit(gradebook, "two", test_edges=3, hooks_writeup=1)
    assert bonus_of(bonus(gradebook, tmp_path)) == {
        "three": ("3", "", "yes"),
        "two": ("2", "", "no"),
        "none": ("0", "", "no"),
    }


def test_bonus_looks_at_the_whole_class_for_one_student(gradebook, tmp_path):
    add_students(gradebook, "all", "three")
    submit(gradebook, "all")
    submit(gradebook, "three", test_edges=3)
    text = bonus(gradebook, tmp_path, student=["three"])
    assert bonus_of(text) == {"three": ("3", "", "no")}


def test_one_ungraded_write_up_leaves_the_class_open(gradebook, tmp_path):
    add_students(gradebook, "waiting", "three", "lost")
    submit(gradebook, "waiting", hooks_writeup=None, order_writeup=None)
    submit(gradebook, "three", test_edges=3)
    submit(gradebook, "lost", hooks_writeup=None, test_trace=5, test_graph=0)
    assert bonus_of(bonus(gradebook, tmp_path)) == {
        "waiting": ("2", "1-backward-hooks 2-reverse-order", "open"),
        "three": ("3", "", "open"),
        "lost": ("1", "1-backward-hooks", "no"),
    }


def test_an_ungraded_write_up_does_not_matter_where_the_tests_failed(gradebook, tmp_path):
    add_students(gradebook, "a")
    submit(gradebook, "a", hooks_writeup=None, test_node=0, test_edges=0)
    assert bonus_of(bonus(gradebook, tmp_path)) == {"a": ("2", "", "no")}


def test_cells_that_could_not_be_scored_are_open(gradebook, tmp_path):
    add_students(gradebook, "dead")
    submit(gradebook, "dead", test_graph=None, test_graph_rare=None)
    assert bonus_of(bonus(gradebook, tmp_path)) == {
        "dead": ("3", "3-autograd-graph", "yes")  # either way: nobody else can solve all
    }


def test_a_person_can_correct_the_tests_and_extra_credit_counts_for_nothing(gradebook, tmp_path):
    add_students(gradebook, "corrected", "extra")
    submit(gradebook, "corrected", test_trace=0)
    gradebook.find_grade("test-trace", "2-reverse-order", "autograd", "corrected").manual_score = 6
    submit(gradebook, "extra", test_trace=0)
    gradebook.find_grade("test-trace", "2-reverse-order", "autograd", "extra").extra_credit = 6
    gradebook.db.commit()
    assert bonus_of(bonus(gradebook, tmp_path)) == {
        "corrected": ("4", "", "yes"),
        "extra": ("3", "", "no"),
    }


def test_where_nothing_is_forgiven_only_all_tasks_earn_the_bonus(gradebook, tmp_path):
    add_students(gradebook, "three")
    submit(gradebook, "three", test_trace=0)
    assert bonus_of(bonus(gradebook, tmp_path)) == {"three": ("3", "", "yes")}
    assert bonus_of(export(BonusExporter, gradebook, tmp_path)) == {"three": ("3", "", "no")}


outcomes = st.lists(st.sampled_from(list(Verdict)), min_size=4, max_size=4)


@given(st.lists(outcomes, min_size=1, max_size=3), st.integers(0, 2))
def test_the_bonus_is_open_exactly_where_the_grading_can_still_decide_it(students, forgiven):
    solved = {
        str(i): {str(task): outcome for task, outcome in enumerate(tasks)}
        for i, tasks in enumerate(students)
    }
    flat = list(itertools.chain.from_iterable(students))
    choices = [[o] if o is not Verdict.OPEN else [Verdict.YES, Verdict.NO] for o in flat]
    seen = {student: set() for student in solved}
    for ending in itertools.islice(itertools.product(*choices), 4096):
        counts = [ending[i : i + 4].count(Verdict.YES) for i in range(0, len(ending), 4)]
        enough = 4 if 4 in counts else 4 - forgiven
        for student, count in zip(solved, counts, strict=True):
            seen[student].add(Verdict.YES if count >= enough else Verdict.NO)
    expected = {s: next(iter(a)) if len(a) == 1 else Verdict.OPEN for s, a in seen.items()}
    assert decide(solved, forgiven) == expected


def test_canvas(gradebook, tmp_path, caplog):
    add_lab(gradebook, "primer")
    gradebook.add_student("ada", last_name="Lovelace", first_name="Ada", lms_user_id="4711")
    gradebook.add_student("bob", last_name="Ross", lms_user_id="bob@x")
    gradebook.add_student("cy")
    gradebook.add_student("007", first_name="=cmd()", last_name='@SUM(1), "x"')
    submit(gradebook, "ada", penalty=1.5, test_trace=1.25)
    submit(gradebook, "ada", "primer")
    submit(gradebook, "bob", order_writeup=None)
    submit(gradebook, "007", penalty=60)
    with caplog.at_level(logging.WARNING):
        text = export(CanvasExporter, gradebook, tmp_path)
    assert text == (
        "Student,ID,SIS Login ID,Section,autograd,primer\n"
        "    Points Possible,,,,40.00,40.00\n"
        "cy,,cy,,,\n"
        '"\'@SUM(1), ""x"",\' =cmd()",,007,,0.00,\n'
        '"Lovelace, Ada",4711,ada,,33.75,40.00\n'
        "Ross,,bob,,,\n"
    )
    assert [record.message for record in caplog.records] == [
        "autograd: no grade is written for 1 students whose submission is not completely graded "
        "(formgrader shows what is missing): bob"
    ]


def test_moodle(gradebook, tmp_path):
    gradebook.add_student("ada", last_name="Lovelace", first_name="Ada", email="ada@example.org")
    gradebook.add_student("bob", first_name="+1;=2")
    add_students(gradebook, "cy")
    submit(gradebook, "ada", test_edges=0)
    submit(gradebook, "cy", hooks_writeup=None)
    assert export(MoodleExporter, gradebook, tmp_path) == (
        "First name,Last name,ID number,Email address,autograd\n"
        ",,cy,,-\n"
        "'+1;'=2,,bob,,-\n"
        "Ada,Lovelace,ada,ada@example.org,36.00\n"
    )


@pytest.mark.parametrize(
    ("exporter", "expected"),
    [
        (BonusExporter, "assignment,student_id,last_name,first_name,solved,tasks,ungraded,bonus\n"),
        (CanvasExporter, "Student,ID,SIS Login ID,Section\n    Points Possible,,,\n"),
        (MoodleExporter, "First name,Last name,ID number,Email address\n"),
    ],
)
def test_an_empty_gradebook_gives_a_header(gradebook, tmp_path, exporter, expected):
    gradebook.remove_assignment("autograd")
    assert export(exporter, gradebook, tmp_path) == expected


def test_an_assignment_without_points_has_no_bonus(gradebook, tmp_path):
    gradebook.remove_assignment("autograd")
    gradebook.add_assignment("survey")
    add_students(gradebook, "a")
    assert bonus_of(bonus(gradebook, tmp_path)) == {}


def test_an_id_that_a_spreadsheet_would_run_is_neutralised_and_named(gradebook, tmp_path, caplog):
    gradebook.add_student("=1+1")
    with caplog.at_level(logging.WARNING):
        text = export(MoodleExporter, gradebook, tmp_path)
    assert text.splitlines()[1] == ",,'=1+1,,-"
    assert "enter this student's grade by hand" in caplog.text


@pytest.mark.parametrize("lead", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", " =", "\u00a0="])
def test_formulas_become_text(lead):
    assert as_text(f"{lead}HYPERLINK(1)").startswith("'")


@pytest.mark.parametrize("text", ["ada", "O'Neil", "a-b", "x=1", "1e5", "", "007", "a@b.org"])
def test_harmless_text_is_unchanged(text):
    assert as_text(text) == text


@pytest.fixture(scope="module")
def course_folder(lab_gradebook, tmp_path_factory):
    folder = tmp_path_factory.mktemp("course")
    with Gradebook(url(shutil.copy(lab_gradebook, folder / "gradebook.db"))) as gradebook:
        add_lab(gradebook, "primer")
        add_students(gradebook, "ada", "bob")
        submit(gradebook, "ada", penalty=1)
    return folder


@pytest.mark.parametrize(
    ("exporter", "expected"),
    [
        (
            "BonusExporter",
            "assignment,student_id,last_name,first_name,solved,tasks,ungraded,bonus\n"
            "autograd,ada,,,4,4,,yes\n"
            "autograd,bob,,,0,4,,no\n",
        ),
        (
            "CanvasExporter",
            "Student,ID,SIS Login ID,Section,autograd\n"
            "    Points Possible,,,,40.00\n"
            "ada,,ada,,39.00\n"
            "bob,,bob,,\n",
        ),
        (
            "MoodleExporter",
            "First name,Last name,ID number,Email address,autograd\n,,ada,,39.00\n,,bob,,-\n",
        ),
    ],
)
def test_nbgrader_export_runs_the_plugins(course_folder, exporter, expected):
    run_nbgrader(
        course_folder, "export", f"--exporter=nbjudge.plugins.exports.{exporter}", "--to=out.csv",
        "--assignment=autograd",
    )  # fmt: skip
    assert (course_folder / "out.csv").read_text() == expected


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("--assignment=autgrad", "The gradebook holds no assignment 'autgrad' (it holds:"),
        ("--student=ade", "The gradebook holds no student 'ade': correct the id"),
        ("--to=missing/out.csv", "No such file or directory: 'missing/out.csv'"),
    ],
)
def test_wrong_names_end_in_one_line(course_folder, option, sentence):
    finished = run_nbgrader(
        course_folder,
        "export",
        "--exporter=nbjudge.plugins.exports.MoodleExporter",
        option,
        check=False,
    )
    assert finished.returncode == 1
    assert sentence in finished.stdout
    assert "Traceback" not in finished.stdout
    assert not (course_folder / "moodle.csv").exists()
