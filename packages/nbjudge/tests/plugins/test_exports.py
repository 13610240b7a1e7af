"""The export plugins, on real gradebooks and through the real `nbgrader export`."""

import logging
import shutil

import pytest
from nbgrader.api import Gradebook

from nbjudge.gradebook.scores import read_scores
from nbjudge.plugins.exports import CanvasExporter, MoodleExporter, escape_formula
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.gradebooks import CELLS, add_cells, add_students, export, submit, url


def test_scores_are_those_of_nbgrader(gradebook):
    add_students(gradebook, "a", "b", "c", "d")
    submit(gradebook, "a", test_graph=1.5, penalty=2)
    submit(gradebook, "b", lists_writeup=None, test_trace=0)
    submit(gradebook, "c", test_module=None, penalty=50)
    submission = gradebook.find_submission("homework", "b")
    for notebook in submission.notebooks:
        for grade in notebook.grades:
            grade.extra_credit = 0.5
        notebook.grades[0].manual_score = 1
    gradebook.db.commit()

    scores = read_scores(gradebook, "homework")

    assert scores.max_score == gradebook.find_assignment("homework").max_score == 40
    assert set(scores.submissions) == {"a", "b", "c"}
    for student, ours in scores.submissions.items():
        theirs = gradebook.find_submission("homework", student)
        assert ours.score == max(0, theirs.score - theirs.late_submission_penalty)
        assert bool(ours.pending) == theirs.needs_manual_grade
        for notebook in theirs.notebooks:
            assert ours.task_score(notebook.name) == notebook.score


def test_canvas(gradebook, tmp_path, caplog):
    add_cells(gradebook, "primer")
    gradebook.add_student("ada", last_name="Lovelace", first_name="Ada", lms_user_id="4711")
    gradebook.add_student("bob", last_name="Ross", lms_user_id="bob@x")
    gradebook.add_student("cy")
    gradebook.add_student("007", first_name="=cmd()", last_name='@SUM(1), "x"')
    submit(gradebook, "ada", penalty=1.5, test_trace=1.25)
    submit(gradebook, "ada", "primer")
    submit(gradebook, "bob", sorting_writeup=None)
    submit(gradebook, "007", penalty=60)
    with caplog.at_level(logging.WARNING):
        text = export(CanvasExporter, gradebook, tmp_path)
    assert text == (
        "Student,ID,SIS Login ID,Section,homework,primer\n"
        "    Points Possible,,,,40.00,40.00\n"
        "cy,,cy,,,\n"
        '"\'@SUM(1), ""x"",\' =cmd()",,007,,0.00,\n'
        '"Lovelace, Ada",4711,ada,,33.75,40.00\n'
        "Ross,,bob,,,\n"
    )
    assert [record.message for record in caplog.records] == [
        "homework: no grade is written for 1 students whose submission is not completely graded "
        "(formgrader shows what is missing): bob"
    ]


def test_moodle(gradebook, tmp_path):
    gradebook.add_student("ada", last_name="Lovelace", first_name="Ada", email="ada@example.org")
    gradebook.add_student("bob", first_name="+1;=2")
    add_students(gradebook, "cy")
    submit(gradebook, "ada", test_edges=0)
    submit(gradebook, "cy", lists_writeup=None)
    assert export(MoodleExporter, gradebook, tmp_path) == (
        "First name,Last name,ID number,Email address,homework\n"
        ",,cy,,-\n"
        "'+1;'=2,,bob,,-\n"
        "Ada,Lovelace,ada,ada@example.org,36.00\n"
    )


def test_points_so_far_and_a_column_for_each_notebook(gradebook, tmp_path, caplog):
    names = [f"s{number}" for number in range(7)]
    add_students(gradebook, *names, "t")
    for name in names:
        submit(gradebook, name, lists_writeup=None, penalty=1.5)
    submit(gradebook, "t", penalty=11)
    with caplog.at_level(logging.WARNING):
        canvas = export(CanvasExporter, gradebook, tmp_path, include_partial=True).splitlines()
        moodle = export(MoodleExporter, gradebook, tmp_path, by_notebook=True).splitlines()
        both = export(MoodleExporter, gradebook, tmp_path, include_partial=True, by_notebook=True)
    assert canvas[2:] == [*(f"{name},,{name},,34.50" for name in names), "t,,t,,29.00"]
    titles = ",".join(f"homework {name}" for name in CELLS)
    assert moodle == [
        f"First name,Last name,ID number,Email address,{titles}",
        *(f",,{name},,-,10.00,10.00,10.00" for name in names),
        ",,t,,0.00,10.00,10.00,10.00",
    ]
    assert both.splitlines()[1] == ",,s0,,4.50,10.00,10.00,10.00"
    missing = "for 7 students whose submission is not completely graded (formgrader shows what is "
    named = "missing): s0, s1, s2, s3, s4 and 2 more"
    assert [record.message for record in caplog.records] == [
        f"homework: only the points so far are written {missing}{named}",
        f"homework 1-lists: no grade is written {missing}{named}",
        f"homework 1-lists: only the points so far are written {missing}{named}",
    ]


@pytest.mark.parametrize(
    ("exporter", "expected"),
    [
        (CanvasExporter, "Student,ID,SIS Login ID,Section\n    Points Possible,,,\n"),
        (MoodleExporter, "First name,Last name,ID number,Email address\n"),
    ],
)
def test_an_empty_gradebook_gives_a_header(gradebook, tmp_path, exporter, expected):
    gradebook.remove_assignment("homework")
    assert export(exporter, gradebook, tmp_path) == expected


def test_an_id_that_a_spreadsheet_would_run_is_neutralized_and_named(gradebook, tmp_path, caplog):
    gradebook.add_student("=1+1")
    with caplog.at_level(logging.WARNING):
        text = export(MoodleExporter, gradebook, tmp_path)
    assert text.splitlines()[1] == ",,'=1+1,,-"
    assert "enter this student's grade by hand" in caplog.text


LEADS = ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", " =", "\u00a0=", "\ufeff="]


@pytest.mark.parametrize("lead", LEADS)
def test_formulas_become_text(lead):
    assert escape_formula(f"{lead}HYPERLINK(1)").startswith("'")


@pytest.mark.parametrize(
    "cell",
    [
        "-2+3+cmd|' /C calc'!A0",
        " -2+3]",
        "- 2",
        "-1e5",
        "-2,5+cmd|' /C calc'!A0",
        "-2, 5+cmd|' /C calc'!A0",
        "-2 ",
        "-2;=1]",
        "-2|calc]",
        "-A1]",
        "-2.A1]",
        "\t-2]",
        '"-2]',
        "\ufeff-2]",
        "\ufeff=1",
        "\uff0d2]",
        "-\uff12]",
    ],
)
@pytest.mark.parametrize("separator", [",", ";", "|", "\t"])
def test_formulas_behind_a_separator_become_text(separator, cell):
    assert escape_formula(f"x{separator}{cell}").startswith(f"x{separator}'")


def test_what_follows_a_list_of_numbers_is_escaped():
    assert escape_formula("[1, -2, =A1]") == "[1,' -2,' =A1]"
    assert escape_formula("[1, -2], -2+3+cmd|' /C calc'!A0") == "[1, -2],' -2+3+cmd|' /C calc'!A0"


@pytest.mark.parametrize("text", ["ada", "O'Neil", "a-b", "x=1", "1e5", "", "007", "a@b.org"])
def test_harmless_text_is_unchanged(text):
    assert escape_formula(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "expected [3, -2], got [3, -2.5].",
        "[[1, -2, 3e-05], [nan, -4, ...]]",
        "the shape (2, -1) and {5, -6}",
        "a, -12",
    ],
)
def test_lists_of_numbers_are_unchanged(text):
    assert escape_formula(text) == text


@pytest.fixture(scope="module")
def course_folder(sample_gradebook, tmp_path_factory):
    folder = tmp_path_factory.mktemp("course")
    with Gradebook(url(shutil.copy(sample_gradebook, folder / "gradebook.db"))) as gradebook:
        add_cells(gradebook, "primer")
        add_students(gradebook, "ada", "bob")
        submit(gradebook, "ada", penalty=1)
    return folder


@pytest.mark.parametrize(
    ("exporter", "expected"),
    [
        (
            "CanvasExporter",
            "Student,ID,SIS Login ID,Section,homework\n"
            "    Points Possible,,,,40.00\n"
            "ada,,ada,,39.00\n"
            "bob,,bob,,\n",
        ),
        (
            "MoodleExporter",
            "First name,Last name,ID number,Email address,homework\n,,ada,,39.00\n,,bob,,-\n",
        ),
    ],
)
def test_nbgrader_export_runs_the_plugins(course_folder, exporter, expected):
    run_nbgrader(
        course_folder, "export", f"--exporter=nbjudge.plugins.exports.{exporter}", "--to=out.csv",
        "--assignment=homework", "--CsvExporter.include_partial=True",
    )  # fmt: skip
    assert (course_folder / "out.csv").read_text() == expected


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("--assignment=homwork", "The gradebook has no assignment 'homwork' (it has:"),
        ("--student=ade", "The gradebook has no student 'ade': correct the id"),
        ("--to=missing/out.csv", "No such file or directory: 'missing/out.csv'"),
    ],
)
def test_wrong_names_end_in_one_line(course_folder, option, sentence):
    finished = run_nbgrader(
        course_folder,
        "export",
        "--exporter=nbjudge.MoodleExporter",
        option,
        check=False,
    )
    assert finished.returncode == 1
    assert sentence in finished.stdout
    assert "Traceback" not in finished.stdout
    assert not (course_folder / "moodle.csv").exists()
