"""`nbjudge delete-student`: nothing of a student is left, and nothing of another is lost."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.grading_course import PS
from nbjudge_testing.watched import Watching, copy_watched_course, hand_in, make_watched_course

STUDENT, OTHER, LONGER = "zqx", "yjw", "zqx-2"
LEFT = ["grades.csv", f"{PS}-report.html", ".nbgrader.log", "tables/students.csv"]


def delete_student(
    course: Path, student: str, typed: str, *before: str
) -> subprocess.CompletedProcess:
    command = [*before, sys.executable, "-m", "nbjudge", "delete-student", student]
    return subprocess.run(command, cwd=course, input=typed, capture_output=True, text=True)


def places(folder: Path, text: str) -> list[str]:
    """The files and folders below a folder with a text in their name or content."""
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if text in str(path.relative_to(folder))
        or (path.is_file() and text.encode() in path.read_bytes())
    ]


def leave_in_free_pages(database: Path, text: str) -> None:
    """Delete a text as an SQLite that was built without SECURE_DELETE does."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("CREATE TABLE gone (text)")
        connection.executemany("INSERT INTO gone VALUES (?)", [(text * 50,)] * 1000)
        connection.commit()
        connection.execute("DROP TABLE gone")
        connection.commit()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A course and its exchange, to which nobody has submitted."""
    return make_watched_course(tmp_path_factory.mktemp("made") / "all")


@pytest.fixture
def empty(made, tmp_path):
    """A copy of it, as a watch leaves it."""
    exchange = copy_watched_course(made, tmp_path / "all")
    exchange.inbound.chmod(0o1777)
    return exchange


@pytest.fixture(scope="module")
def watched(made, tmp_path_factory):
    """A copy whose watch has graded three students, and has ended."""
    exchange = copy_watched_course(made, tmp_path_factory.mktemp("watched") / "all")
    with Watching(exchange) as watching:
        watching.wait(*(hand_in(exchange, student) for student in (STUDENT, OTHER, LONGER)))
        refused = delete_student(exchange.course, STUDENT, STUDENT)
        assert refused.returncode == 1 and "Stop it first" in refused.stderr
    return exchange


@pytest.fixture
def exchange(watched, tmp_path):
    """A copy of that."""
    return copy_watched_course(watched, tmp_path / "all")


def test_no_command_deletes_the_gradebook_or_a_file_of_the_instructors(exchange):
    """The comment of another student has the id, and so has the configuration."""
    course = exchange.course
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        gradebook.find_comment("add-why", "adding", PS, OTHER).manual_comment = f"As {STUDENT}."
        gradebook.db.commit()
    with open(course / "nbgrader_config.py", "a") as config:
        config.write(f"# {STUDENT} has left.\n")
    done = delete_student(course, STUDENT, f"{STUDENT}\n")
    assert done.returncode == 0, done.stderr
    config = course / "nbgrader_config.py"
    assert f"{config} contains {STUDENT!r}: check whether it means this student" in done.stdout
    assert "gradebook.db" not in done.stdout and "rm -r" not in done.stdout


def test_nothing_is_left_of_a_student_who_is_forgotten(exchange):
    course = exchange.course
    leave_in_free_pages(course / "gradebook.db", f" {STUDENT} ")
    (course / "submitted" / STUDENT / ".hidden").write_text("A file that no command reads.")
    outside = course.parent / "outside"
    outside.mkdir()
    (outside / "kept.txt").touch()
    (exchange.inbound / f"{STUDENT}+{PS}+link").symlink_to(outside)
    # Anybody may create this one. The secret behind it is the other student's.
    (exchange.inbound / f"{STUDENT}+{PS}+secret").symlink_to(course / "submitted" / OTHER / PS)
    (course / "tables").mkdir()
    for name in LEFT:
        (course / name).write_text(f"Points of {STUDENT}.")
    for folder in (course, exchange.folder):
        shutil.copytree(folder, course.parent / f"before-{folder.name}", symlinks=True)
    pages = len(list(exchange.feedback.iterdir()))
    others = {name: set(places(exchange.folder, name)) for name in (OTHER, LONGER)}

    kept = delete_student(course, STUDENT, "yes\n")
    assert kept.returncode == 1 and "Nothing was deleted" in kept.stderr
    assert str(exchange.inbound / f"{STUDENT}+{PS}") in kept.stdout
    assert LONGER not in kept.stdout
    assert set(places(course, STUDENT)) >= set(places(course.parent / "before-course", STUDENT))

    done = delete_student(course, STUDENT, f"{STUDENT}\n")
    assert done.returncode == 0, done.stderr
    # The id may be a word there, so no command deletes them.
    assert all(f"{course / name} contains {STUDENT!r}: check" in done.stdout for name in LEFT)
    assert done.stdout.count(" contains ") == len(LEFT) and "rm -r" not in done.stdout
    for name in LEFT:
        (course / name).unlink()
    of_nobody = (
        "SELECT * FROM nbjudge_graded_files "
        "WHERE submitted_notebook_id NOT IN (SELECT id FROM submitted_notebook)"
    )
    with contextlib.closing(sqlite3.connect(course / "gradebook.db")) as database:
        assert database.execute(of_nobody).fetchall() == []
    for folder in (course, exchange.folder):
        # Whatever still contains the id contains the longer one, which begins with it.
        assert set(places(folder, STUDENT)) == set(places(folder, LONGER))
    assert len(list(exchange.feedback.iterdir())) == 1 + (pages - 1) * 2 // 3  # and the heartbeat
    assert (outside / "kept.txt").is_file()
    assert {name: set(places(exchange.folder, name)) for name in others} == others
    audit = (course / "nbjudge-audit.jsonl").read_text()
    assert f'"student": "{LONGER}"' in audit and f'"student": "{STUDENT}"' not in audit
    assert run_nbjudge(course, "grade", PS).stdout.count("0 graded") == 1


@pytest.mark.skipif(os.getuid() != 0, reason="only root can make another's files")
def test_the_rest_is_deleted_if_a_folder_of_the_student_cannot_be(exchange):
    (attempt,) = exchange.inbound.glob(f"{STUDENT}+*")
    images = attempt / "images"
    images.mkdir()
    (images / "plot.png").touch()
    os.chown(images, 50_001, 50_001)
    as_teacher = ["setpriv", "--bounding-set=-dac_override,-fowner"]
    done = delete_student(exchange.course, STUDENT, f"{STUDENT}\n", *as_teacher)
    assert done.returncode == 3, done.stderr
    assert f"{attempt} still contains data of {STUDENT}: delete it as root" in done.stdout
    assert [path.name for path in attempt.rglob("*")] == ["images", "plot.png"]
    shutil.rmtree(attempt)
    for folder in (exchange.course, exchange.folder):
        assert set(places(folder, STUDENT)) == set(places(folder, LONGER))


@pytest.mark.skipif(os.getuid() != 0, reason="setpriv takes what root may do more than others")
def test_a_file_that_cannot_be_written_ends_it_and_it_can_be_run_again(exchange):
    audit = exchange.course / "nbjudge-audit.jsonl"
    audit.chmod(0o444)
    as_teacher = ["setpriv", "--bounding-set=-dac_override"]
    ended = delete_student(exchange.course, STUDENT, f"{STUDENT}\n", *as_teacher)
    assert ended.returncode == 1 and "Traceback" not in ended.stderr
    assert f"{audit} stopped it: Permission denied. Run it again" in ended.stderr
    audit.chmod(0o644)
    assert delete_student(exchange.course, STUDENT, f"{STUDENT}\n", *as_teacher).returncode == 0
    assert f'"student": "{STUDENT}"' not in audit.read_text()


@pytest.mark.parametrize("name", ["..", ".", "", "../zqx", "zqx/ps"])
def test_what_is_not_a_student_id_is_refused(name, empty):
    course = empty.course
    before = sorted(course.rglob("*"))
    done = run_nbjudge(course, "delete-student", name)
    assert done.returncode == 2 and "is not a student id" in done.stderr
    assert sorted(course.rglob("*")) == before


def test_the_audit_keeps_the_lines_of_an_id_that_is_only_similar(empty):
    audit = empty.course / "nbjudge-audit.jsonl"
    lines = [json.dumps({"points": 1, "student": name}) for name in ("a.b", "aXb", "a.b2")]
    audit.write_text("\n".join(lines))
    done = delete_student(empty.course, "a.b", "a.b\n")
    assert done.returncode == 0, done.stderr
    assert audit.read_text().split("\n") == [" " * len(lines[0]), *lines[1:]]


def test_an_exchange_that_others_can_replace_is_not_touched(exchange):
    exchange.folder.parent.chmod(0o777)
    before = sorted(exchange.course.rglob("*"))
    done = delete_student(exchange.course, STUDENT, f"{STUDENT}\n")
    assert done.returncode == 1 and "chmod +t" in done.stderr
    assert sorted(exchange.course.rglob("*")) == before


def test_an_unknown_student_has_nothing_to_forget(exchange):
    before = sorted(exchange.course.rglob("*"))
    done = delete_student(exchange.course, "nobody", "nobody\n")
    assert done.returncode == 0, done.stderr
    assert sorted(exchange.course.rglob("*")) == before


def test_downloads_that_may_be_the_students_are_listed(empty):
    downloaded = empty.course / "downloaded" / PS
    files = {
        f"archive/{STUDENT}_{PS}.ipynb": True,
        f"extracted/class/Doe_{STUDENT}_assignsubmission_file/{PS}.ipynb": True,
        f"extracted/class/Doe_{STUDENT}9_assignsubmission_file/{PS}.ipynb": False,
        f"extracted/class/Doe_{OTHER}_assignsubmission_file/{PS}.ipynb": False,
    }
    for name in files:
        (downloaded / name).parent.mkdir(parents=True, exist_ok=True)
        (downloaded / name).touch()
    for name, student in {"class.zip": STUDENT, "others.zip": OTHER}.items():
        with zipfile.ZipFile(downloaded / "archive" / name, "w") as archive:
            archive.writestr(f"Doe_{student}_assignsubmission_file/{PS}.ipynb", "{}")
        files[f"archive/{name}"] = student == STUDENT
    (downloaded / "archive/damaged.zip").write_text("no archive")
    done = delete_student(empty.course, STUDENT, f"{STUDENT}\n")
    assert done.returncode == 0, done.stderr
    listed = {name for name in files if f"{downloaded / name} contains" in done.stdout}
    assert listed == {name for name, expected in files.items() if expected}
