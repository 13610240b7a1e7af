"""A gradebook that cannot be used is one sentence, whoever opens it."""

import shutil

import pytest
from nbgrader.coursedir import CourseDirectory

from nbjudge.cli import main
from nbjudge.errors import RunStoppedError, UsageError
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
