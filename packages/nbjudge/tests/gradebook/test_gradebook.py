"""A gradebook that cannot be used is one sentence, whoever opens it."""

import shutil
import sqlite3
import threading

import pytest
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import DBAPIError

from nbjudge.cli import main
from nbjudge.errors import RunStoppedError, UsageError
from nbjudge.gradebook import database
from nbjudge.gradebook.database import open_gradebook

NO_DATABASE = b"This is no database. " * 100


def opened(folder, url):
    return open_gradebook(CourseDirectory(root=str(folder), db_url=url, course_id="c"))


@pytest.mark.parametrize(
    ("url", "error", "sentence"),
    [
        ("sqlite:///{}/none.db", UsageError, "There is no gradebook .*none.db. Run this command"),
        ("sqlite:///{}/bad.db", RunStoppedError, "cannot be opened: file is not a database"),
        ("no address", UsageError, "is not a database URL"),
        ("postgresql+nodriver://x/y", RunStoppedError, "cannot be opened: Can't load plugin"),
        ("postgresql+psycopg://x@/y?host={}", RunStoppedError, "The gradebook cannot be opened: "),
    ],
)
def test_one_sentence(tmp_path, url, error, sentence):
    (tmp_path / "bad.db").write_bytes(NO_DATABASE)
    with pytest.raises(error, match=sentence) as raised, opened(tmp_path, url.format(tmp_path)):
        pass
    assert "\n" not in str(raised.value)


def test_gradebook_that_breaks_while_it_is_read(tmp_path):
    url = f"sqlite:///{tmp_path / 'gradebook.db'}"
    (tmp_path / "gradebook.db").touch()
    with pytest.raises(RunStoppedError, match="The gradebook cannot be read: "):
        with opened(tmp_path, url) as gradebook:
            (tmp_path / "gradebook.db").write_bytes(NO_DATABASE)
            print(gradebook.students)


@pytest.fixture
def locked(sample_gradebook, tmp_path):
    """Lock a gradebook against readers; return its address and a function that unlocks it."""
    file = shutil.copy(sample_gradebook, tmp_path / "gradebook.db")
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    yield f"sqlite:///{file}", other.close
    other.close()


def test_a_locked_gradebook_is_waited_for(tmp_path, locked):
    url, unlock = locked
    timer = threading.Timer(6, unlock)  # longer than SQLite's driver waits by itself
    timer.start()
    with opened(tmp_path, url) as gradebook:
        assert [assignment.name for assignment in gradebook.assignments]
    timer.join()


def test_a_gradebook_that_stays_locked_says_what_to_do(tmp_path, locked, monkeypatch):
    url, unlock = locked
    sentence = "^The gradebook is locked by another program. Close it and run the command again$"
    monkeypatch.setattr(database, "PATIENCE", 0)
    with pytest.raises(RunStoppedError, match=sentence), opened(tmp_path, url):
        pass
    unlock()
    # It is locked only once it is open.
    with pytest.raises(RunStoppedError, match=sentence), opened(tmp_path, url) as gradebook:
        other = sqlite3.connect(tmp_path / "gradebook.db", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        print(gradebook.assignments)
    other.close()


def test_an_error_that_only_reads_like_a_locked_gradebook_is_none():
    error = sqlite3.OperationalError("database is locked")  # not SQLite's own
    assert not database.is_locked(DBAPIError("SELECT 1", {}, error))


def test_a_time_in_the_address_stays(tmp_path, locked, monkeypatch):
    monkeypatch.setattr(database, "PATIENCE", 100)
    with pytest.raises(RunStoppedError, match="is locked by another program"):
        with opened(tmp_path, f"{locked[0]}?timeout=0"):
            pass


@pytest.mark.parametrize("command", ["grade", "table", "report"])
def test_commands(tmp_path, monkeypatch, capsys, command):
    (tmp_path / "nbgrader_config.py").write_text(
        'c = get_config()\nc.Autograde.autograde_preprocessors = ["nbjudge.JudgeExecute"]\n'
    )
    (tmp_path / "gradebook.db").write_bytes(NO_DATABASE)
    monkeypatch.chdir(tmp_path)
    assert main([command, "ps"]) == 1
    said = capsys.readouterr().err
    last = said.splitlines()[-1]
    assert last == "nbjudge: The gradebook cannot be opened: file is not a database."
    shutil.rmtree(tmp_path)
