"""`nbjudge students` takes a table as spreadsheets write it, all of it or nothing."""

import shutil

import pytest
from nbgrader.api import Gradebook

from nbjudge.cli import main
from nbjudge_testing.gradebooks import url

ADA = {"id": "ada", "first_name": "Ada", "last_name": "Lovelace", "email": None, "lms_user_id": "7"}
TABLES = {
    "plain": "id,first_name,last_name,lms_user_id\nada,Ada,Lovelace,7\n",
    "byte order mark": "\ufeffid,first_name,last_name,lms_user_id\r\nada,Ada,Lovelace,7\r\n",
    "semicolons": "id;first_name;last_name;lms_user_id\nada;Ada;Lovelace;7\n",
    "tabs": "id\tfirst_name\tlast_name\tlms_user_id\nada\tAda\tLovelace\t7\n",
    "capitals": "ID,First Name,Last name,LMS User ID\n ada ,Ada,Lovelace,7\n\n",
    "Excel's first line": "sep=;\r\nid;first_name;last_name;lms_user_id\r\nada;Ada;Lovelace;7\r\n",
    "empty columns": "id,first_name,last_name,lms_user_id\nada,Ada,Lovelace,7,,\n",
    "all of it": '\ufeffID;"First_Name";LAST_NAME;lms user id;Group\r\n'
    "ada;Ada;Lovelace;7;A\r\n;;;;\r\n",
}
REFUSED = {
    "Latin-1": ("id,first_name\nada,Ada\nzoe,Zoë\n".encode("latin-1"), "line 3 is not UTF-8: zoe,"),
    "UTF-16": ("id\nada\n".encode("utf-16"), "line 1 is not UTF-8: \ufffd\ufffdi?d?. Save"),
    "two ids": (b"id,ID\nada,4711\n", "has the column 'id' twice. Remove one"),
    "no id": (b"name\nada\n", "has no column 'id'"),
    "empty": (b"", "has no column 'id'"),
    "an empty id": (b"id,email\n,a@b\n", "line 2: '' cannot be a student's id"),
    "a folder": (b"id\nada\na/b\n", "line 3: 'a/b' cannot be a student's id"),
    "hidden": (b"id\n..\n", "line 2: '..' cannot be a student's id"),
    "twice": (b"id\nada\nbea\nada\n", "line 4 has the id ada, as line 2. Keep one"),
    "a comma too many": (b"id,last_name\nada,Lovelace, A.\n", "line 2 has 3 fields"),
}


@pytest.fixture
def course(tmp_path, sample_gradebook, monkeypatch):
    shutil.copy(sample_gradebook, tmp_path / "gradebook.db")
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def students(course):
    with Gradebook(url(course / "gradebook.db")) as gradebook:
        return [
            {name: getattr(student, name) for name in ADA}
            for student in sorted(gradebook.students, key=lambda student: student.id)
        ]


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
def test_tables_of_spreadsheets(course, capsys, text):
    (course / "students.csv").write_text(text, newline="")
    assert main(["students", "students.csv"]) == 0
    assert students(course) == [ADA]
    printed = capsys.readouterr()
    assert printed.out == "Students: 1 added, 0 updated.\n"
    assert ("columns are left out: group" in printed.err) is ("Group" in text)


@pytest.mark.parametrize(("data", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_wrong_is_shown_and_nothing_is_stored(course, capsys, data, said):
    (course / "students.csv").write_bytes(data)
    assert main(["students", "students.csv"]) == 2
    assert said in capsys.readouterr().err
    assert students(course) == []


def test_only_what_the_table_has_is_changed(course):
    tables = ["id,last_name,email\nada,Byron,ada@example.org\nbea,B,\n", TABLES["plain"]]
    for text in tables:
        (course / "students.csv").write_text(text)
        assert main(["students", "students.csv"]) == 0
    ada, bea = students(course)
    assert ada == ADA | {"email": "ada@example.org"}
    assert bea["last_name"] == "B"


def test_a_file_that_is_not_there(course, capsys):
    assert main(["students", "none.csv"]) == 2
    assert "none.csv cannot be read: No such file" in capsys.readouterr().err
