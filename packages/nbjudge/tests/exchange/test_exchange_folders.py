"""Who can replace a course's folders in the exchange is said, and no write leaves the exchange."""

import os
import pwd
import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from nbjudge.errors import Problem, RunStoppedError
from nbjudge.exchange.exchange_folders import CourseExchange

# Somebody else on this machine.
OTHER = next(user for user in pwd.getpwall() if user.pw_uid not in (0, os.getuid(), 65534))
FOLDERS = (".", "abc", "abc/inbound", "abc/outbound", "abc/feedback")
as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can make folders of others")


class Made:
    """A course and its folders in an exchange, with the modes of the pages and of nbgrader."""

    def __init__(self, folder: Path, *, shared: bool = False) -> None:
        self.folder, self.root, self.course = folder, folder / "exchange", folder / "course"
        self.course.mkdir()
        modes = (0o1777, 0o755, 0o3733, 0o755, 0o711)
        for name, mode in zip(FOLDERS, modes, strict=True):
            (self.root / name).mkdir()
            (self.root / name).chmod(mode)
        self.config = Config()
        self.config.CourseDirectory.update(root=str(self.course), course_id="abc")
        self.config.CourseDirectory.groupshared = shared
        self.config.Exchange.root = str(self.root)

    @property
    def exchange(self) -> CourseExchange:
        return CourseExchange(CourseDirectory(config=self.config))

    def unsafe(self) -> list[Problem]:
        return self.exchange.unsafe()


@pytest.fixture
def made(tmp_path):
    return Made(tmp_path)


def mended_by(made: Made, command: str) -> bool:
    """Type a command, and see whether nothing is said any more."""
    subprocess.run(["sh", "-ec", command.replace("sudo ", "")], check=True)
    return made.unsafe() == []


def test_nothing_is_said_of_an_exchange_as_the_pages_make_it(made):
    assert made.unsafe() == []
    made.exchange.refuse_unsafe()
    (made.root / "abc" / "feedback").rmdir()  # before the first release of pages
    assert made.unsafe() == []
    shutil.rmtree(made.root)
    assert made.unsafe() == []  # a course without an exchange


@pytest.mark.parametrize("name", FOLDERS)
def test_each_folder_where_all_may_rename_is_said_with_its_command(made, name):
    path = made.root / name
    path.chmod(0o777)
    ((sentence, command),) = made.unsafe()
    assert f"{path} is writable by every user" in sentence
    change = "+t" if name in (".", "abc/inbound") else "o-w"
    assert command == f"chmod {change} {path}"
    with pytest.raises(RunStoppedError, match=re.escape(f"chmod {change}")):
        made.exchange.refuse_unsafe()
    assert mended_by(made, command)


@pytest.mark.parametrize("name", FOLDERS)
def test_the_sticky_bit_is_enough_where_students_have_to_write(made, name):
    """In the others they could create `feedback/`, or release an assignment."""
    path = made.root / name
    path.chmod(0o1777)
    commands = [command for _, command in made.unsafe()]
    assert commands == ([] if name in (".", "abc/inbound") else [f"chmod o-w {path}"])


def test_a_folder_above_the_exchange_counts_too(made):
    made.folder.chmod(0o777)
    ((sentence, command),) = made.unsafe()
    assert str(made.folder) in sentence and command == f"chmod +t {made.folder}"
    assert mended_by(made, command)


@as_root
@pytest.mark.parametrize("name", FOLDERS)
def test_each_folder_of_somebody_else_is_said_with_its_command(made, name):
    os.chown(made.root / name, OTHER.pw_uid, -1)
    ((sentence, command),) = made.unsafe()
    assert f"belongs to {OTHER.pw_name}." in sentence
    assert mended_by(made, command)


@as_root
def test_folders_of_the_courses_account_and_of_root_are_in_order(made):
    """Root may run the commands of a teacher."""
    os.chown(made.course, OTHER.pw_uid, -1)
    for name in FOLDERS[1:]:
        os.chown(made.root / name, OTHER.pw_uid, -1)
    assert made.unsafe() == []
    os.chown(made.root / "abc" / "inbound", 65534, -1)
    ((_, command),) = made.unsafe()
    assert command.startswith(f"sudo chown -h {OTHER.pw_name} ") and mended_by(made, command)


@as_root
def test_a_group_that_may_write_is_that_of_the_teachers_or_is_said(made):
    path = made.root / "abc"
    os.chown(path, -1, OTHER.pw_gid)
    path.chmod(0o775)
    ((sentence, command),) = made.unsafe()
    assert f"the group {OTHER.pw_gid}" in sentence and command == f"chmod g-w {path}"
    os.chown(made.course, -1, OTHER.pw_gid)
    assert made.unsafe() != []
    made.config.CourseDirectory.groupshared = True
    assert made.unsafe() == []
    made.config.CourseDirectory.groupshared = False
    assert mended_by(made, command)


@as_root
def test_a_teacher_of_the_courses_group_may_own_a_folder(made):
    os.chown(made.course, -1, OTHER.pw_gid)
    os.chown(made.root / "abc", OTHER.pw_uid, OTHER.pw_gid)
    assert made.unsafe() != []
    made.config.CourseDirectory.groupshared = True
    assert made.unsafe() == []
    os.chown(made.root / "abc", 65534, OTHER.pw_gid)
    assert made.unsafe() != []


def test_links_on_the_way_are_followed_and_the_folders_they_lie_in_looked_at(made, tmp_path):
    public, link = tmp_path / "public", tmp_path / "public" / "link"
    public.mkdir()
    link.symlink_to(made.root)
    (tmp_path / "first").symlink_to("public/link")
    made.config.Exchange.root = str(tmp_path / "first")
    assert made.unsafe() == []
    public.chmod(0o777)
    assert [command for _, command in made.unsafe()] == [f"chmod +t {public}"]
    made.root.chmod(0o777)  # the link's target
    assert len(made.unsafe()) == 2
    (tmp_path / "circle").symlink_to("circle")
    made.config.Exchange.root = str(tmp_path / "circle")
    assert made.unsafe() == []  # there is no exchange


def test_a_link_in_the_place_of_the_courses_folder_is_said(made):
    (made.root / "abc").rename(made.folder / "elsewhere")
    (made.root / "abc").symlink_to(made.folder / "elsewhere")
    ((sentence, _),) = made.unsafe()
    assert "is a link" in sentence


# ---- writing -----------------------------------------------------------------------------------


def state(folder: Path) -> dict[str, object]:
    """All that is in a folder, with modes and contents."""
    return {
        str(path): (path.lstat().st_mode, path.read_bytes() if path.is_file() else None)
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture
def victim(made):
    """A folder of the teacher's, with files of the names that are written."""
    folder = made.folder / "victim"
    for path in (folder, folder / "feedback", folder / "inbound"):
        path.mkdir(mode=0o700)
    for name in ("status.json", "feedback/status.json"):
        (folder / name).write_text("the teacher's")
        (folder / name).chmod(0o600)
    return folder


def replace_by_a_link(made: Made, victim: Path, name: str) -> None:
    (made.root / name).rename(made.root / "old")
    (made.root / name).symlink_to(victim)


def replace_by_an_own_folder(made: Made, victim: Path, name: str) -> None:
    """As another user does it."""
    (made.root / name).rename(made.root / "old")
    (made.root / name).mkdir()
    if name == "abc":
        (made.root / name / "feedback").symlink_to(victim)
        (made.root / name / "inbound").symlink_to(victim)
    os.chown(made.root / name, OTHER.pw_uid, -1)


@pytest.mark.parametrize("name", ["abc", "abc/feedback"])
@pytest.mark.parametrize(
    "replace", [replace_by_a_link, pytest.param(replace_by_an_own_folder, marks=as_root)]
)
def test_nothing_is_written_through_a_folder_that_somebody_has_replaced(
    made, victim, replace, name
):
    """Also if nobody looked at the way there: all folders may be written by everybody."""
    exchange = made.exchange
    for folder in FOLDERS:
        (made.root / folder).chmod(0o777)
    replace(made, victim, name)
    before = state(victim)
    path = exchange.feedback / "status.json"
    for act in (
        lambda: exchange.write(path, b"new"),
        lambda: exchange.read(path),
        lambda: exchange.remove(path),
        exchange.prepare,
    ):
        with pytest.raises(OSError):
            act()
    assert state(victim) == before


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("name", ["feedback", "inbound"])
def test_a_link_in_the_place_of_a_folder_changes_no_mode(made, victim, monkeypatch, first, name):
    """It is there before, or it comes once the folder was looked at."""
    folder, stat_of = made.root / "abc" / name, os.stat
    before, mode = state(victim), victim.stat().st_mode

    def put_it_there():
        folder.rename(made.root / "old")
        folder.symlink_to(victim)

    def look_and_put_it_there(path, *arguments, **more):
        status = stat_of(path, *arguments, **more)
        if path == name:
            put_it_there()
        return status

    if first:
        put_it_there()
    else:
        monkeypatch.setattr(os, "stat", look_and_put_it_there)
    with pytest.raises(OSError):
        made.exchange.prepare()
    assert folder.is_symlink() and victim.stat().st_mode == mode and state(victim) == before


def test_nothing_is_written_into_a_folder_where_all_may_write(made):
    (made.root / "abc" / "feedback").chmod(0o777)
    with pytest.raises(PermissionError, match="is writable by every user"):
        made.exchange.write(made.exchange.feedback / "status.json", b"new")
    assert os.listdir(made.exchange.feedback) == []


def test_a_link_of_the_files_name_is_replaced_and_not_read(made, victim):
    before, path = state(victim), made.exchange.feedback / "status.json"
    for link in (path, path.with_name(".status.json.new")):
        link.symlink_to(victim / "status.json")
    with pytest.raises(OSError):
        made.exchange.read(path)
    made.exchange.write(path, b"new")
    assert not path.is_symlink() and made.exchange.read(path) == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o644 and state(victim) == before
    path.unlink()
    path.symlink_to(victim / "status.json")
    made.exchange.remove(path)
    assert not path.is_symlink() and state(victim) == before
    made.exchange.remove(path)  # it is gone already


@pytest.mark.parametrize(
    ("shared", "bits", "mode"),
    [(False, 0o2711, 0o644), (True, 0o2771, 0o664), (True, 0o771, 0o644)],
)
def test_the_group_can_write_a_page_only_if_it_is_the_teachers(tmp_path, shared, bits, mode):
    made = Made(tmp_path, shared=shared)
    made.exchange.feedback.chmod(bits)
    made.exchange.write(made.exchange.feedback / "page.html", b"page")
    assert stat.S_IMODE((made.exchange.feedback / "page.html").stat().st_mode) == mode


@pytest.mark.parametrize(("shared", "mode"), [(False, 0o711), (True, 0o2771)])
def test_the_folders_are_prepared_as_nbgrader_makes_them(tmp_path, shared, mode):
    made = Made(tmp_path, shared=shared)
    (made.root / "abc" / "feedback").rmdir()
    (made.root / "abc" / "inbound").chmod(0o2733)  # as nbgrader leaves it
    assert len(made.unsafe()) == 1
    before = os.umask(0o077)
    try:
        made.exchange.prepare()
    finally:
        os.umask(before)
    assert stat.S_IMODE((made.root / "abc" / "inbound").stat().st_mode) == 0o3733
    assert stat.S_IMODE((made.root / "abc" / "feedback").stat().st_mode) == mode
    assert made.unsafe() == []
    left = made.exchange.feedback / ".nbjudge-0123456789abcdef.new"  # of a watch that was killed
    left.touch()
    made.exchange.prepare()
    assert not left.exists()
