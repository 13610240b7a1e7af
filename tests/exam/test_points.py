"""Points for right answers, the file that they are typed into, and nbgrader's gradebook."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest
from enter_points import enter
from exam_file import Exam, InputError, Student, Task
from nbgrader.api import Gradebook
from pages import points_for
from points import columns_of, points_table, read_points
from sheet import make_sheets

ROOT = Path(__file__).resolve().parents[2]
TASKS = (Task("flags", 6), Task("steps", 4.5))
EXAM = Exam("midterm", "Midterm", "2026-12-11", 60, "A4", TASKS)
HEADER = "id,name,1 flags (of 6),2 steps (of 4.5)\n"


def test_points_are_rounded_down_to_halves():
    assert [points_for(right, 9, 6) for right in range(10)] == [0, 0.5, 1, 2, 2.5, 3, 4, 4.5, 5, 6]


def test_the_file_has_a_line_for_each_student_in_order(tmp_path):
    students = [Student("mia", "Mia Ö"), Student("ada", "Lovelace, Ada")]
    text = points_table(EXAM, make_sheets(EXAM, students, bytes(16)))
    rows = list(csv.reader(text.splitlines()))
    assert rows == [
        ["id", "name", *columns_of(EXAM)],
        ["mia", "Mia Ö", "", ""],
        ["ada", "Lovelace, Ada", "", ""],
    ]
    path = tmp_path / "points.csv"
    path.write_text(text)
    assert read_points(EXAM, path) == {}


@pytest.mark.parametrize(
    "content",
    [
        HEADER + "mia,Mia,5.5,4\nada,,3,\nbob,,,\n",
        "\ufeff" + HEADER.replace(",", ";") + "mia;Mia;5,5;4\nada;;3;\nbob;;;\n",
    ],
)
def test_points_are_read_as_spreadsheets_write_them(tmp_path, content):
    path = tmp_path / "points.csv"
    path.write_text(content)
    assert read_points(EXAM, path) == {"mia": [5.5, 4], "ada": [3, None]}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (HEADER + "mia,,6.5,4\n", "line 2, 1 flags (of 6): 6.5 should be from 0 to 6"),
        (HEADER + "mia,,-1,4\n", "-1 should be from 0 to 6"),
        (HEADER + "mia,,nan,4\n", "nan should be from 0 to 6"),
        (HEADER + "mia,,five,4\n", "'five' is not a number"),
        (HEADER + "mia,,1,4\nmia,,1,4\n", "line 3: the student mia has a line above, too"),
        (HEADER + ",,1,4\n", "line 2 has no id"),
        (HEADER.replace("steps", "bug") + "mia,,1,4\n", "has no column '2 steps (of 4.5)'"),
    ],
)
def test_a_mistake_in_points_gets_one_sentence(tmp_path, content, sentence):
    path = tmp_path / "points.csv"
    path.write_text(content)
    with pytest.raises(InputError) as raised:
        read_points(EXAM, path)
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.fixture
def course(tmp_path):
    """A small course with two students in its gradebook, and an exam."""
    (tmp_path / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.CourseDirectory.root = {str(tmp_path)!r}\n"
    )
    tasks = "".join(f'[[task]]\nkind = "{one.kind}"\npoints = {one.points}\n' for one in TASKS)
    exam = f'title = "Midterm"\ndate = 2026-12-11\nminutes = 60\n{tasks}'
    (tmp_path / "midterm.toml").write_text(exam)
    with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}") as gradebook:
        for student in ("mia", "ada"):
            gradebook.add_student(student)
    return tmp_path


@pytest.mark.nbgrader
def test_points_enter_the_gradebook_and_are_exported(course):
    def run(*command):
        finished = subprocess.run(command, cwd=course, capture_output=True, text=True)
        assert finished.returncode == 0, finished.stderr
        return finished

    (course / "points.csv").write_text(HEADER + "mia,,5.5,4\nada,,3,\n")
    script = ROOT / "tools/exam/enter_points.py"
    finished = run(sys.executable, script, "midterm.toml", "points.csv")
    assert finished.stdout == "Entered the points of 2 students. 1 of them have empty fields.\n"
    assert finished.stderr == ""
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        assert gradebook.find_submission("midterm", "ada").needs_manual_grade
        enter(gradebook, EXAM, {"ada": [2, 4.5]})  # a correction
        assert not gradebook.find_submission("midterm", "ada").needs_manual_grade
        with pytest.raises(InputError, match="The student bob is not in the gradebook"):
            enter(gradebook, EXAM, {"ada": [0, 0], "bob": [5, 4]})
    run(sys.executable, "-m", "nbgrader", "export", "--to=grades.csv")
    with (course / "grades.csv").open() as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    points = {student: (row["score"], row["max_score"]) for student, row in rows.items()}
    assert points == {"mia": ("9.5", "10.5"), "ada": ("6.5", "10.5")}


@pytest.mark.nbgrader
def test_an_assignment_with_notebooks_is_left_alone(course):
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        gradebook.add_assignment("midterm")
        gradebook.add_notebook("1-tape", "midterm")
        with pytest.raises(InputError, match="Give the exam file another name"):
            enter(gradebook, EXAM, {"ada": [2, 4.5]})
