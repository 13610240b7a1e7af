"""A gradebook in PostgreSQL: a real server, from Debian's package, started by the test."""

import os
import pwd
import random
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from nbjudge.gradebook.hand_grading import NewerValueError, Points
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.fuzz.mutate import files_beside, mutate
from nbjudge_testing.gradebooks import save_points
from nbjudge_testing.grading_course import (
    ANSWERS,
    NOTEBOOKS,
    PS,
    database,
    files_of,
    grade,
    hand_in,
    make_course,
    rows_of,
)

pytestmark = [pytest.mark.postgres, pytest.mark.soak]
WRONG = ANSWERS | {"double": "def double(x):\n    return 42"}
# What PostgreSQL refuses in a text and SQLite takes, such as a NUL, is among the mutations.
HOSTILE = [f"m{number}" for number in range(8)] + ["o'neil\"; drop table grade; --", "%s %(x)s {0}"]


def programs() -> Path | None:
    """The folder of the newest server's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)
    return found[-1].parent if found else None


def _version(path):
    return int(path.parts[-3])


@pytest.fixture(scope="module")
def server():
    """The URL of a database on a server that ends with the module; it listens on a socket only."""
    pytest.importorskip("psycopg", reason="psycopg is missing: pip install 'psycopg[binary]'")
    if programs() is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt install postgresql)")
    # Not among pytest's folders, which only their owner may enter; and the path of a socket must
    # be short.
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    run = []
    if os.getuid() == 0:
        # The server refuses to run as root; Debian's package has a user for it.
        account = pwd.getpwnam("postgres")
        os.chown(folder, account.pw_uid, account.pw_gid)
        run = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

    def call(program, *arguments):
        command = [*run, str(programs() / program), *arguments]
        finished = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert finished.returncode == 0, finished.stdout + finished.stderr

    call("initdb", "--pgdata=data", "--username=grader", "--auth=trust", "--encoding=UTF8")
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}'"
    call("pg_ctl", "--pgdata=data", "--log=log", f"--options={options}", "--wait", "start")
    yield f"postgresql+psycopg://grader@/postgres?host={folder}"
    call("pg_ctl", "--pgdata=data", "--mode=immediate", "stop")
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def graded(server, tmp_path_factory):
    """A course with its gradebook in PostgreSQL, graded; the same in SQLite."""
    config = f"c.CourseDirectory.db_url = {server!r}\n"
    postgres = make_course(tmp_path_factory.mktemp("postgres") / "course", config)
    sqlite = make_course(tmp_path_factory.mktemp("sqlite") / "course")
    for course in (postgres, sqlite):
        hand_in(course, "right", timestamp__txt="2026-03-01 11:00:00 UTC\n")
        hand_in(course, "wrong", WRONG)
        (hand_in(course, "broken") / "adding.ipynb").write_text("{")
        for number, student in enumerate(HOSTILE):
            mutated(hand_in(course, student), random.Random(number))
        grade(course, expect=3)
    return postgres, sqlite


def mutated(folder, chance):
    """Change the notebooks of a submission as nobody would, and put files beside them."""
    for name in NOTEBOOKS:
        path = folder / f"{name}.ipynb"
        path.write_bytes(mutate(path.read_bytes(), chance))
    for name, data in files_beside(chance).items():
        (folder / name).write_bytes(data)


def test_same_as_sqlite(graded, server):
    postgres, sqlite = graded
    assert not (postgres / "gradebook.db").exists()
    assert len(rows_of(server)["grade"]) == 6 * (3 + len(HOSTILE))
    assert rows_of(server) == rows_of(database(sqlite))
    assert files_of(postgres) == files_of(sqlite)


def test_again(graded, server):
    postgres, _ = graded
    before = rows_of(server)
    everybody = 3 + len(HOSTILE)
    assert f"{everybody} skipped" in grade(postgres, expect=3)
    assert f"{everybody} graded" in grade(postgres, "--force", expect=3)
    assert rows_of(server) == before


def test_nbgrader_goes_on_from_there(graded, tmp_path):
    postgres, _ = graded
    run_nbgrader(postgres, "generate_feedback", PS)
    assert len(list((postgres / "feedback").rglob("*.html"))) == 2 * (3 + len(HOSTILE))
    run_nbgrader(postgres, "export", "--to=grades.csv")
    assert len((postgres / "grades.csv").read_text().splitlines()) == 1 + 3 + len(HOSTILE)


def test_server_that_is_gone(graded, tmp_path):
    postgres, _ = graded
    course = shutil.copytree(postgres, tmp_path / "course")
    url = f"postgresql+psycopg://grader@/postgres?host={tmp_path}"
    printed = grade(course, f"--CourseDirectory.db_url={url}", expect=1)
    assert "nbjudge: The gradebook cannot be opened: " in printed


def test_of_many_people_at_once_one_is_saved(graded, server):
    """Each has the page open, which shows no points."""
    with Gradebook(server, "small") as gradebook:
        grade = gradebook.find_grade("add-why", "adding", PS, "right")
        key = grade.id
        assert grade.manual_score is None
    number = 8
    start = threading.Barrier(number)
    saved, refused = [], []

    def save(points):
        with Gradebook(server, "small") as gradebook:
            assert gradebook.find_grade_by_id(key).manual_score is None
            start.wait(60)
            try:
                nothing = Points(None, None)
                save_points(gradebook.db, key, Points(points, None), shown=nothing)
                saved.append(points)
            except NewerValueError:
                refused.append(points)

    threads = [threading.Thread(target=save, args=(points,)) for points in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(saved) == 1 and len(refused) == number - 1
    with Gradebook(server, "small") as gradebook:
        assert gradebook.find_grade_by_id(key).manual_score == saved[0]
