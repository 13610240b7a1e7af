"""A file is replaced at once, through no link, and nothing stays of a writer that was killed."""

import fcntl
import os
import signal
import stat
from pathlib import Path

import pytest

from nbjudge.files import atomic_write
from nbjudge.files.atomic_write import NEW, replace_json, replace_text
from nbjudge.files.replace import read_json


def test_the_new_content_has_its_mode_whatever_the_umask(tmp_path):
    path = tmp_path / "file.json"
    for content, mode, umask in (({"a": 1}, 0o644, 0o077), ({"b": "ä"}, 0o600, 0)):
        before = os.umask(umask)
        try:
            replace_json(path, content, mode=mode)
        finally:
            os.umask(before)
        assert read_json(path) == content and stat.S_IMODE(path.stat().st_mode) == mode
    assert os.listdir(tmp_path) == ["file.json"]


def test_a_link_is_replaced_and_never_written_through(tmp_path, monkeypatch):
    """At the name itself, at the name that writers used before, and at the random name."""
    monkeypatch.setattr(atomic_write.secrets, "token_hex", lambda length: "0" * 2 * length)
    victim = tmp_path / "victim"
    victim.write_text("the teacher's")
    path, random = tmp_path / "status.json", NEW.format("0" * 16)
    for name in (path.name, f".{path.name}.new"):
        (tmp_path / name).symlink_to(victim)
    replace_text(path, "new", mode=0o644)
    assert not path.is_symlink() and path.read_text() == "new"
    (tmp_path / random).symlink_to(victim)
    monkeypatch.setattr(atomic_write, "remove_leftovers", lambda folder: None)
    with pytest.raises(FileExistsError):
        replace_text(path, "newer", mode=0o644)
    assert victim.read_text() == "the teacher's" and path.read_text() == "new"


def test_a_write_that_fails_leaves_the_old_content_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "file"
    replace_text(path, "old", mode=0o600)
    monkeypatch.setattr(os, "fchmod", lambda *arguments: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        replace_text(path, "new", mode=0o600)
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["file"]


def killed_while_it_writes(path: Path) -> None:
    pid = os.fork()
    if pid == 0:
        try:
            os.fchmod = lambda *arguments: os.kill(os.getpid(), signal.SIGKILL)
            replace_text(path, "new", mode=0o600)
        finally:
            os._exit(1)
    assert os.WTERMSIG(os.waitpid(pid, 0)[1]) == signal.SIGKILL


def test_the_next_write_removes_what_a_killed_one_has_left(tmp_path):
    path = tmp_path / "file"
    replace_text(path, "old", mode=0o600)
    killed_while_it_writes(path)
    assert len(os.listdir(tmp_path)) == 2 and path.read_text() == "old"
    replace_text(path, "newer", mode=0o600)
    assert os.listdir(tmp_path) == ["file"] and path.read_text() == "newer"


def test_the_file_of_a_writer_that_runs_stays(tmp_path):
    theirs = tmp_path / NEW.format("0" * 16)
    with open(theirs, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        replace_text(tmp_path / "file", "new", mode=0o600)
        assert theirs.exists()
    replace_text(tmp_path / "file", "newer", mode=0o600)
    assert not theirs.exists()


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), os.mkdir])
def test_what_is_no_file_is_not_read_as_json(tmp_path, make):
    make(tmp_path / "status.json")
    assert read_json(tmp_path / "status.json") is None
