"""Collecting from nbgrader's exchange, in which every student can write what they like."""

import datetime
import errno
import json
import logging
import mmap
import os
import pwd
import shutil
import stat
import tempfile
import time
from pathlib import Path

import pytest
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeError
from nbgrader.exchange.default import ExchangeCollect
from traitlets.config import Config

from nbisolate_testing.users import USERS, open_descriptors, wait_for
from nbjudge.exchange import collection_log
from nbjudge.exchange.inbound import InboundFolder, read_secret
from nbjudge.files import kernel_times
from nbjudge.files.file_names import COLLECTED
from nbjudge.files.replace import hidden_pair
from nbjudge.files.tree import FolderTree, read_start
from nbjudge.plugins.exchange import JudgeExchangeCollect
from nbjudge_testing.commands import run_nbgrader

PS = "homework"
NAME = "{}+homework+2026-01-01 00:00:00 UTC+abc"
ME = pwd.getpwuid(os.getuid()).pw_name
HIDDEN = "### BEGIN HIDDEN TESTS"
# Somebody else on this machine, whose files root can make.
OTHER = next(user for user in pwd.getpwall() if user.pw_uid not in (0, os.getuid(), 65534))
as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can make files of others")


class Course:
    """A course folder beside an exchange, and what was logged."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "course"
        self.source = self.root / "source" / PS / "1.ipynb"
        self.source.parent.mkdir(parents=True)
        self.source.write_text(HIDDEN)
        self.inbound = folder / "exchange" / "course" / "inbound"
        self.inbound.mkdir(parents=True)
        for path in (self.inbound, *self.inbound.parents[:2]):
            path.chmod(0o777)

    def hand_in(self, student: str, name: str = NAME, **files: str) -> Path:
        folder = self.inbound / name.format(student)
        folder.mkdir()
        for file, text in {"1__ipynb": f"of {student}", **files}.items():
            (folder / file.replace("__", ".")).write_text(text)
        return folder

    def collect(self, kind=JudgeExchangeCollect, **traits) -> str:
        """Collect as `nbgrader collect` does; return what was logged."""
        config = Config()
        config.CourseDirectory.update(root=str(self.root), course_id="course", assignment_id=PS)
        config.CourseDirectory.update(traits.pop("coursedir", {}))
        config.Exchange.root = str(self.inbound.parents[1])
        config.ExchangeCollect.update({"check_owner": False, **traits})
        lines = []
        log = logging.Logger("collect")
        log.addHandler(handler := logging.Handler())
        handler.emit = lambda record: lines.append(record.getMessage())
        coursedir = CourseDirectory(config=config)
        collecting = kind(coursedir=coursedir, config=config)
        collecting.log = log
        collecting.start()
        return "\n".join(lines)

    def submitted(self, student: str) -> dict[str, str]:
        folder = self.root / "submitted" / student / PS
        found = {str(p.relative_to(folder)): p for p in folder.rglob("*") if not p.is_dir()}
        return {name: path.read_text() for name, path in found.items()}

    def note(self, student: str) -> dict:
        return json.loads(self.submitted(student)[COLLECTED])


@pytest.fixture
def course(tmp_path):
    return Course(tmp_path)


def steal(course: Course, folder: Path) -> None:
    """Bring all that could lead to a file of the course, or that never ends."""
    (folder / "link.txt").symlink_to(course.source)
    (folder / "folder").symlink_to(course.root / "source")
    (folder / "zero.txt").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.txt")
    (folder / "deep").mkdir()
    (folder / "deep" / "link.txt").symlink_to(course.source)


def test_stock_nbgrader_falls_for_a_link(course):
    (course.hand_in("eve") / "link.txt").symlink_to(course.source)
    course.collect(ExchangeCollect)
    assert course.submitted("eve")["link.txt"] == HIDDEN


def test_no_link_is_followed_and_each_is_named(course):
    steal(course, course.hand_in("eve", data__csv="1,2"))
    said = course.collect()
    assert course.submitted("eve").keys() == {"1.ipynb", "data.csv", "timestamp.txt", COLLECTED}
    for name in ("link.txt", "folder", "zero.txt", "deep/link.txt"):
        assert f"eve {PS}: {name} is a symbolic link, which is not followed" in said
    assert f"eve {PS}: pipe.txt is not a file" in said
    assert len(course.note("eve")["reasons"]) == 5


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_a_secret_that_is_no_file_is_none_and_leaves_nothing_open(course, make):
    """A watch reads it again and again, and may have some hundred files open."""
    folder = course.hand_in("eve")
    make(folder / "submission_secret.txt")
    before = open_descriptors()
    one = InboundFolder("eve", folder, os.getuid(), 0, True)
    for _ in range(3):
        assert read_secret(one) is None
        assert read_start(folder / "submission_secret.txt", 10) in (None, b"")
    assert open_descriptors() == before


@pytest.mark.parametrize("update", [True, False])
@pytest.mark.parametrize("after", ["first rename", "second rename"])
def test_what_a_killed_collecting_has_left_is_put_back_or_removed(course, update, after):
    course.hand_in("ann")
    course.collect()
    target = course.root / "submitted" / "ann" / PS
    before, (new, old) = course.submitted("ann"), hidden_pair(target)
    shutil.copytree(target, new)
    if after == "first rename":
        target.rename(old)
    else:
        new.rename(old)
    said = course.collect(update=update)
    assert ("No newer submission" if update else "already exists") in said
    assert course.submitted("ann") == before and os.listdir(target.parent) == [PS]


def time_of(course: Course, student: str) -> datetime.datetime:
    """The time at which a student has submitted, as it was collected."""
    text = course.submitted(student)["timestamp.txt"].removesuffix(" UTC")
    return datetime.datetime.fromisoformat(text)


def utc() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)


@pytest.mark.attack
def test_a_file_that_is_still_mapped_is_not_taken_as_from_before(course):
    """The kernel notes no time for further changes of a page that is mapped and not written yet."""
    path = course.hand_in("eve") / "1.ipynb"
    with open(path, "r+b") as file:
        mapped = mmap.mmap(file.fileno(), 0)  # it stays when the file is closed
    if kernel_times._file_system(path) not in kernel_times.ON_DISK:
        pytest.skip("the kernel does not tell here who has a file open")
    mapped[:1] = b"a"
    noted = path.stat().st_ctime_ns
    time.sleep(0.2)
    late = utc()
    mapped[:1] = b"b"
    if path.stat().st_ctime_ns != noted:
        pytest.skip("the page was written to the disk in between")
    course.collect()
    assert course.submitted("eve")["1.ipynb"].startswith("b")
    assert (
        time_of(course, "eve") >= late and "still being written" in course.note("eve")["reasons"][0]
    )
    mapped.close()
    course.collect(update=True)
    assert time_of(course, "eve") >= late  # what was collected stays


@pytest.mark.parametrize("later", ["of eve, changed meanwhile", "of Eva"])
def test_a_file_that_changes_between_two_looks_is_not_taken_as_from_before(
    course, monkeypatch, later
):
    path = course.hand_in("eve") / "1.ipynb"
    course.hand_in("ann")
    read, before = FolderTree.read, utc()
    time.sleep(0.05)

    def read_and_change(tree, name, limit):
        content = read(tree, name, limit)
        if b"eve" in content:
            path.write_text(later)
        return content

    with monkeypatch.context() as patch:
        patch.setattr(FolderTree, "read", read_and_change)
        course.collect()
    assert time_of(course, "eve") > before > time_of(course, "ann")
    assert course.submitted("eve")["1.ipynb"] == "of eve"
    assert "still being written" in course.note("eve")["reasons"][0]
    assert course.note("ann")["reasons"] == []


@pytest.mark.parametrize("inner", ["deep", "very/deep"])
def test_a_folder_that_becomes_a_link_meanwhile_is_not_followed(course, monkeypatch, inner):
    """A watch reads for weeks, so no descriptor of a folder on the way is left open."""
    from nbjudge.files import tree

    folder = course.hand_in("eve")
    (folder / inner).mkdir(parents=True)
    (folder / inner / "1.ipynb").write_text("harmless")
    real = tree.FolderTree.read

    def exchanged(self, path, limit):
        if path == f"{inner}/1.ipynb":
            (folder / inner).rename(course.inbound / "away")
            (folder / inner).symlink_to(course.source.parent)
        return real(self, path, limit)

    monkeypatch.setattr(tree.FolderTree, "read", exchanged)
    before = open_descriptors()
    said = course.collect()
    assert f"{inner}/1.ipynb cannot be read" in said
    assert open_descriptors() == before
    assert HIDDEN not in course.submitted("eve").values()


def test_a_file_that_becomes_a_link_meanwhile_is_not_followed(course, monkeypatch):
    from nbjudge.files import tree

    folder = course.hand_in("eve")
    real = tree.FolderTree.read

    def exchanged(self, path, limit):
        if path == "1.ipynb":
            (folder / path).unlink()
            (folder / path).symlink_to(course.source)
        return real(self, path, limit)

    monkeypatch.setattr(tree.FolderTree, "read", exchanged)
    assert "1.ipynb cannot be read" in course.collect()
    assert HIDDEN not in course.submitted("eve").values()


@pytest.mark.parametrize("link", ["link", "nothing", "file", "pipe"])
def test_a_submission_that_is_no_folder_stops_nobody(course, link):
    path = course.inbound / NAME.format("eve")
    if link == "link":
        path.symlink_to(course.source.parent)
    elif link == "nothing":
        path.symlink_to("nowhere")
    elif link == "file":
        path.write_text("no folder")
    else:
        os.mkfifo(path)
    course.hand_in("ann")
    said = course.collect()
    assert f"Skipped: {path.name}" in said
    assert course.submitted("ann")["1.ipynb"] == "of ann" and not course.submitted("eve")


@pytest.mark.parametrize(
    "name",
    [
        "x+homework+y+z",
        "+homework+y+z",
        "..+homework+y+z",
        ".+homework+y+z",
        "a+homework+b+c+d+e",
        "x\n\x1b[2J+homework+y+z",
        "\udcff+homework+y+z",
        f"{'x' * 130}+homework+y+z",
        "+homework+",
    ],
)
def test_names_that_students_make_up_stop_nobody(course, name):
    course.hand_in("mallory", name)
    course.hand_in("ann")
    said = course.collect()
    assert course.submitted("ann")["1.ipynb"] == "of ann"
    assert not (course.root / PS).exists()
    taken = sorted(path.name for path in (course.root / "submitted").iterdir())
    assert taken == (["ann", "x"] if name.startswith("x+") else ["ann"])
    assert all(line.isprintable() for line in said.splitlines())
    assert said.count("Skipped: ") == 2 - len(taken)


def test_limits_of_size_and_number(course):
    folder = course.hand_in("eve", large__csv="x" * 2001, small__csv="x" * 500)
    with open(folder / "sparse.csv", "wb") as sparse:
        sparse.truncate(1 << 40)
    for number in range(1100):
        (folder / f"z{number:04}.txt").touch()
    said = course.collect(coursedir={"max_file_size": 1, "max_dir_size": 2})
    assert "large.csv is too large" in said and "sparse.csv is too large: 1099511.6 MB" in said
    assert "1104 files; only 1000 of them were kept" in said
    assert len(course.submitted("eve")) == 1000 - 2 + 2


@pytest.mark.parametrize(
    "user",
    [pytest.param(name, marks=[pytest.mark.soak] * bool(n)) for n, name in enumerate(USERS)],
)
def test_what_cannot_be_read_stops_nobody(course, user):
    """With a folder and a file of mode 000, which root can read and others cannot."""
    course.hand_in("eve").chmod(0)
    (course.hand_in("bob", secret__txt="x") / "secret.txt").chmod(0)
    course.hand_in("zoe")
    if os.getuid() == 0 and user == "user":  # in the name space of the user these are another's
        for path in (course.inbound / NAME.format("eve"), course.inbound / NAME.format("bob")):
            for one in (path, *path.iterdir()):
                os.chown(one, OTHER.pw_uid, -1)
    (course.root / "nbgrader_config.py").write_text(f"""
c = get_config()
c.CourseDirectory.course_id = "course"
c.Exchange.root = {str(course.inbound.parents[1])!r}
c.ExchangeCollect.check_owner = False
c.ExchangeFactory.collect = "nbjudge.JudgeExchangeCollect"
""")
    said = run_nbgrader(course.root, "collect", PS, before=USERS[user]).stdout
    assert course.submitted("zoe")["1.ipynb"] == "of zoe"
    taken = sorted(path.name for path in (course.root / "submitted").iterdir())
    if user == "user":
        assert taken == ["bob", "zoe"] and "secret.txt" not in course.submitted("bob")
        assert "secret.txt cannot be read: Permission denied" in said
        assert "Skipped" in said
    else:
        assert taken == ["bob", "eve", "zoe"]


@as_root
def test_the_owner_of_a_folder_decides_whose_it_is(course):
    mine = course.hand_in(ME)
    forged = course.hand_in(OTHER.pw_name)
    said = course.collect(check_owner=True)
    assert course.submitted(ME)["1.ipynb"] == f"of {ME}"
    assert not course.submitted(OTHER.pw_name)
    assert f"Skipped: {forged.name} claims to be {OTHER.pw_name}'s but belongs to {ME}" in said
    os.chown(forged, OTHER.pw_uid, -1)  # but the file in it is of another still
    said = course.collect(check_owner=True)
    assert f"{OTHER.pw_name} {PS}: 1.ipynb belongs to another user" in said
    assert mine.name not in said
    os.chown(forged / "1.ipynb", OTHER.pw_uid, -1)
    course.collect(check_owner=True, update=True)
    assert course.submitted(OTHER.pw_name)["1.ipynb"] == f"of {OTHER.pw_name}"


@as_root
def test_a_hard_link_to_a_file_of_the_course_is_not_taken(course):
    folder = course.hand_in(OTHER.pw_name)
    for path in (folder, folder / "1.ipynb"):
        os.chown(path, OTHER.pw_uid, -1)
    os.link(course.source, folder / "notes.txt")
    said = course.collect(check_owner=True)
    assert "notes.txt belongs to another user" in said
    assert HIDDEN not in course.submitted(OTHER.pw_name).values()


def test_the_time_is_the_kernels(course):
    before = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    folder = course.hand_in("eve", timestamp__txt="1999-01-01 00:00:00 UTC")
    for path in (folder, *folder.iterdir()):
        os.utime(path, (0, 0))
    course.collect()
    text = course.submitted("eve")["timestamp.txt"]
    handed_in = datetime.datetime.strptime(text, "%Y-%m-%d %H:%M:%S.%f UTC")
    tick = datetime.timedelta(seconds=0.1)  # of the clock that files are stamped with
    assert before - tick <= handed_in <= before + datetime.timedelta(seconds=60)
    assert course.note("eve")["claimed_time"] == "1999-01-01 00:00:00 UTC"


def test_a_file_that_is_changed_later_makes_the_submission_later(course):
    folder = course.hand_in("eve")
    course.collect()
    first = course.submitted("eve")["timestamp.txt"]
    assert "No newer submission" in course.collect(update=True)
    assert course.submitted("eve")["timestamp.txt"] == first

    def changed_later() -> bool:
        with open(folder / "1.ipynb", "r+") as notebook:
            notebook.write("be")
        return (folder / "1.ipynb").stat().st_ctime_ns > folder.stat().st_ctime_ns

    wait_for(changed_later)
    assert "already exists" in course.collect()
    course.collect(update=True)
    assert course.submitted("eve")["timestamp.txt"] > first
    assert course.submitted("eve")["1.ipynb"] == "be eve"


def test_the_newest_counts_whatever_its_name_says(course):
    course.hand_in("eve", "{}+homework+2030-01-01 00:00:00 UTC+abc", notes__txt="first")
    time.sleep(0.05)  # a tick of the clock that files are stamped with
    course.hand_in("eve", "{}+homework+1999-01-01 00:00:00 UTC+abc", notes__txt="second")
    course.hand_in("eve", "{}+other+2031-01-01 00:00:00 UTC+abc", notes__txt="another")
    course.collect()
    assert course.submitted("eve")["notes.txt"] == "second"


def test_one_student_alone(course):
    for student in ("ann", "bob"):
        course.hand_in(student)
    course.collect(coursedir={"student_id": "bob"})
    assert course.submitted("bob") and not course.submitted("ann")


@pytest.mark.parametrize("shared", [False, True])
def test_what_is_collected_is_for_its_owner_or_group(course, shared):
    folder = course.hand_in("eve")
    (folder / "deep").mkdir(mode=0o777)
    (folder / "deep" / "data.txt").touch(mode=0o666)
    course.collect(coursedir={"groupshared": shared})
    top = course.root / "submitted" / "eve"
    modes = {stat.filemode(p.stat().st_mode) for p in (top, *top.rglob("*"))}
    assert modes == ({"drwxrws---", "-rw-rw----"} if shared else {"drwx------", "-rw-------"})


def test_what_a_student_says_in_the_note_is_not_taken(course):
    course.hand_in("eve", collected__json='{"reasons": ["of the student"]}')
    course.collect()
    assert course.note("eve")["reasons"] == ["collected.json has a name reserved by nbjudge"]


@pytest.mark.parametrize("name", ["timestamp.txt", "collected.json"])
def test_a_folder_with_the_name_of_a_file_of_ours_stops_no_collecting(course, name):
    folder = course.hand_in("aaa") / name
    folder.mkdir()
    (folder / "x.txt").write_text("x")
    course.hand_in("ann")
    course.collect()
    assert any(name in reason for reason in course.note("aaa")["reasons"])
    assert course.submitted("ann")["1.ipynb"] == "of ann"


@pytest.mark.parametrize("error", [OSError(errno.ENAMETOOLONG, "too long", "x"), ValueError("odd")])
def test_an_error_of_one_student_costs_that_student_alone(course, monkeypatch, error):
    real = collection_log.replace_submission

    def failing(target, files, *, shared):
        if "aaa" in str(target):
            raise error
        real(target, files, shared=shared)

    monkeypatch.setattr(collection_log, "replace_submission", failing)
    course.hand_in("aaa")
    course.hand_in("ann")
    said = course.collect()
    assert "Skipped: aaa" in said and course.submitted("ann")["1.ipynb"] == "of ann"


def test_a_full_disk_stops_the_collecting(course, monkeypatch):
    def full(*arguments, **more):
        raise OSError(errno.ENOSPC, "No space left", "x")

    monkeypatch.setattr(collection_log, "replace_submission", full)
    course.hand_in("ann")
    with pytest.raises(ExchangeError):
        course.collect()


def collect_inside(course: Course, before: list[str], check_owner: bool) -> str:
    """Run `nbgrader collect` under a command; return what it printed."""
    (course.root / "nbgrader_config.py").write_text(f"""
c = get_config()
c.CourseDirectory.course_id = "course"
c.Exchange.root = {str(course.inbound.parents[1])!r}
c.ExchangeCollect.check_owner = {check_owner}
c.ExchangeFactory.collect = "nbjudge.JudgeExchangeCollect"
""")
    return run_nbgrader(course.root, "collect", PS, before=before).stdout


def test_what_lies_on_another_file_system_is_refused(course):
    """A student may bring one, with any owner and any time in it."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as brought:
        assert os.stat(brought).st_dev != course.inbound.stat().st_dev
        Path(brought, "1.ipynb").write_text("brought")
        eve, bob = course.hand_in("eve"), course.hand_in("bob")
        (bob / "deep").mkdir()
        mounts = [word for at in (eve, bob / "deep") for word in ("--bind", brought, str(at))]
        said = collect_inside(course, ["bwrap", "--dev-bind", "/", "/", *mounts], False)
    assert f"Skipped: {eve.name} is on another file system" in said
    assert f"bob {PS}: deep is on another file system" in said
    assert course.submitted("bob").keys() == {"1.ipynb", "timestamp.txt", COLLECTED}
    assert not course.submitted("eve")


@as_root
def test_accounts_that_share_a_user_id_are_one_student(course, tmp_path):
    """To the kernel they are one: the first of the accounts is taken for the owner."""
    accounts = tmp_path / "passwd"
    accounts.write_text(
        "".join(f"{name}:x:{uid}:{uid}::/:/bin/sh\n" for name, uid in
                [("root", 0), ("ann", 4242), ("bob", 4242)])
    )  # fmt: skip
    for student, uid in (("ann", 4242), ("bob", 4242), ("zoe", 4343)):
        folder = course.hand_in(student)
        for path in (folder, *folder.iterdir()):
            os.chown(path, uid, -1)
    bind = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", str(accounts), "/etc/passwd"]
    said = collect_inside(course, bind, True)
    assert f"{NAME.format('bob')} claims to be bob's but belongs to ann" in said
    assert f"{NAME.format('zoe')} claims to be zoe's but belongs to user id 4343" in said
    assert [path.name for path in (course.root / "submitted").iterdir()] == ["ann"]


def test_what_a_killed_run_was_replacing_is_put_back_if_the_next_write_fails(tmp_path, monkeypatch):
    from nbjudge.files import submission

    folder = tmp_path / "eve" / PS
    submission.replace_submission(folder, {"1.ipynb": b"first"}, shared=False)
    folder.rename(hidden_pair(folder)[1])  # a run was killed here
    monkeypatch.setattr(submission, "write_files", lambda *_: os.stat(tmp_path / "nowhere"))
    with pytest.raises(OSError):
        submission.replace_submission(folder, {"1.ipynb": b"second"}, shared=False)
    assert (folder / "1.ipynb").read_bytes() == b"first"
