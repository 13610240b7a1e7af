"""Three students of the machine and a watch: what one of them tries stops nobody, and is refused.

The students are accounts of the system, which are made for these tests and removed after them; root
alone can do that.
"""

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from nbisolate_testing.users import wait_for
from nbjudge.exchange.exchange_folders import CourseExchange
from nbjudge.exchange.status_files import HEARTBEAT, status_path
from nbjudge.files.times import time_text, utc_now
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.grading_course import ANSWERS, PS, scores_of
from nbjudge_testing.watched import (
    Exchange,
    Steps,
    graded,
    hand_in,
    make_watched_course,
    mode_of_the_exchange,
)

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="only root can be several users")
HIDDEN = "BEGIN HIDDEN TESTS"


class People(NamedTuple):
    """The accounts of three students."""

    ann: pwd.struct_passwd
    ben: pwd.struct_passwd
    eve: pwd.struct_passwd


@pytest.fixture(scope="module")
def people():
    """Three new users of the machine, without homes."""
    names = [f"nbjudge-{name}-{os.getpid()}" for name in People._fields]
    with contextlib.ExitStack() as stack:
        for name in names:
            subprocess.run(["useradd", "--no-create-home", name], check=True)
            # By force, as another namespace may have processes with the same number.
            stack.callback(subprocess.run, ["userdel", "--force", name], check=True)
        yield People(*map(pwd.getpwnam, names))


def as_user(user: pwd.struct_passwd, act: Callable[[], object]) -> str:
    """Do something as a user; return what came of it, or the error's name."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
            os.umask(0o022)
            try:
                said = repr(act())
            except BaseException as error:
                said = type(error).__name__
                if not isinstance(error, OSError):
                    said += traceback.format_exc()
            os.write(writing, said.encode()[:60_000])
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading) as pipe:
        said = pipe.read()
    os.waitpid(pid, 0)
    return said


@pytest.fixture(scope="module")
def exchange():
    # pytest's own folders are closed to others.
    folder = Path(tempfile.mkdtemp(prefix="nbjudge-watch-"))
    folder.chmod(0o755)
    try:
        made = make_watched_course(folder / "all", check_owner=True)
        folder.joinpath("all").chmod(0o755)
        made.course.chmod(0o700)
        yield made
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def watch(exchange):
    with contextlib.chdir(exchange.course):
        steps = Steps(exchange)
        with contextlib.closing(steps.watch):
            yield steps


def of_user(user, exchange: Exchange, answers=ANSWERS, **more):
    """Submit as a user: the folder and the files belong to the account."""
    one = hand_in(exchange, user.pw_name, answers, complete=False, **more)
    for path in (*one.path.iterdir(), one.path):
        os.chown(path, user.pw_uid, user.pw_gid)
    one.path.chmod(0o777)
    return one


def name_of(user, time="2026-01-01 00:00:00.000000 UTC") -> str:
    return f"{user.pw_name}+{PS}+{time}+AAAA"


def test_nothing_of_the_course_or_of_others_can_be_read_or_written(exchange, watch, people):
    ann = of_user(people.ann, exchange)
    watch.go_on()
    assert ann.is_("graded")
    course, me = exchange.course, exchange.inbound / name_of(people.eve)
    me.mkdir()
    os.chown(me, people.eve.pw_uid, people.eve.pw_gid)
    status = status_path(exchange.feedback, ann.secret)
    page = next(iter(exchange.feedback.glob("*.html")))
    record = next((course / "attempts" / people.ann.pw_name / PS).glob("*.json"))
    tries = {
        "read hidden tests": lambda: (course / "source" / PS / "adding.ipynb").read_text(),
        "read the gradebook": lambda: (course / "gradebook.db").read_bytes(),
        "read another's work": lambda: list((course / "submitted" / people.ann.pw_name).iterdir()),
        "read another's grade": lambda: list((course / "autograded").iterdir()),
        "read the course's pages": lambda: list((course / "feedback").iterdir()),
        "read the records of attempts": lambda: record.read_text(),
        "read the audit": lambda: (course / "nbjudge-audit.jsonl").read_text(),
        "list what others submit": lambda: os.listdir(exchange.inbound),
        "list the feedback": lambda: os.listdir(exchange.feedback),
        "write a record": lambda: record.write_text("{}"),
        "write what another is told": lambda: status.write_text("{}"),
        "write a page": lambda: page.write_text("10 points"),
        "put a page of one's own": lambda: (exchange.feedback / "x.html").write_text("x"),
        "write the sign of the watch": lambda: (exchange.feedback / HEARTBEAT).write_text("{}"),
        "remove the sign": lambda: (exchange.feedback / HEARTBEAT).unlink(),
        "remove what another submitted": lambda: ann.path.rename(exchange.inbound / "gone"),
        "take what another submitted": lambda: ann.path.rename(me / "mine"),
        "hold the course": lambda: os.open(course / ".nbjudge.lock", os.O_RDWR),
        "stop the watch": lambda: os.kill(os.getppid(), 15),
        "put a link into the feedback": lambda: (exchange.feedback / "x").symlink_to("/etc"),
        "take the place of the course": lambda: exchange.folder.rename(
            exchange.folder.parent / "x"
        ),
    }
    came = {name: as_user(people.eve, act) for name, act in tries.items()}
    assert came == dict.fromkeys(tries, "PermissionError")
    me.rmdir()
    assert as_user(people.ann, status.read_text) != "PermissionError"


def test_what_is_submitted_for_another_or_without_end_is_refused_and_named(exchange, watch, people):
    """All at once, with an honest student before and after."""
    ann, source = of_user(people.ann, exchange), exchange.course / "source" / PS / "adding.ipynb"
    inbound, feedback = exchange.inbound, exchange.feedback
    eve = people.eve.pw_name
    watch.go_on()
    before = graded(exchange)

    def forge() -> None:
        os.chdir(inbound)
        for student in ("x", "..", "", "a b\n"):
            os.mkdir(f"{student}+{PS}+y+z")
        os.mkdir(name_of(people.ann))
        os.symlink(exchange.course, f"{eve}+{PS}+link+AAAA")
        os.symlink("/dev/zero", f"{eve}+{PS}+zero+AAAA")
        os.mkfifo(f"{eve}+{PS}+pipe+AAAA")
        Path(f"{eve}+{PS}+file+AAAA").write_text("no folder")

    def fill() -> None:
        folder = inbound / name_of(people.eve, "2030-01-01 00:00:00.000000 UTC")
        folder.mkdir()
        (folder / "adding.ipynb").symlink_to(source)
        (folder / "zero.txt").symlink_to("/dev/zero")
        os.mkfifo(folder / "doubling.ipynb")
        (folder / "timestamp.txt").write_text("2030-01-01 00:00:00.000000 UTC")
        (folder / "submission_secret.txt").write_text(ann.secret)
        (folder / "deep").mkdir(mode=0)
        os.utime(folder, (2e9, 2e9))
        folder.chmod(0o777)

    assert as_user(people.eve, forge) == "None"
    watch.go_on()
    passed_over = watch.watch.pending.scan.passed_over()
    reasons = {
        name_of(people.ann): f"claims to be {people.ann.pw_name}'s but belongs to {eve}",
        f"x+{PS}+y+z": f"claims to be x's but belongs to {eve}",
        f"..+{PS}+y+z": "has no student ID in its name",
        f"+{PS}+y+z": "has no student ID in its name",
        f"a b +{PS}+y+z": "has no student ID in its name",
        f"{eve}+{PS}+link+AAAA": "is a symbolic link",
        f"{eve}+{PS}+zero+AAAA": "is a symbolic link",
        f"{eve}+{PS}+pipe+AAAA": "cannot be read: Not a directory",
        f"{eve}+{PS}+file+AAAA": "cannot be read: Not a directory",
    }
    assert passed_over.keys() == reasons.keys()
    assert all(why in passed_over[name] for name, why in reasons.items())

    page = ann.pages["adding"]
    assert as_user(people.eve, fill) == "None"
    watch.go_on()
    (refused,) = watch.watch.pending.ledger.attempts[PS, eve]
    assert refused.status.state == "refused"
    # Students read it as a sentence, after "It is not graded."
    assert refused.status.reason.startswith("Its submission_secret.txt is another student's")
    assert refused.status.submitted_at < time_text(utc_now())  # the kernel's time, not that of 2030
    assert ann.is_("graded") and ann.status.points == 10 and ann.pages["adding"] == page

    own = of_user(people.eve, exchange, {})
    (own.path / "notes.txt").symlink_to(source)
    os.link(source, own.path / "more.txt")
    os.mkfifo(own.path / "pipe.txt")
    watch.go_on()
    assert own.status.points == 0
    for why in ("notes.txt is a symbolic link", "more.txt belongs to another", "pipe.txt is not a"):
        assert why in own.status.reason
    assert HIDDEN not in "".join(path.read_text() for path in feedback.iterdir())
    ben = of_user(people.ben, exchange)
    watch.go_on()
    assert ben.status.points == 10
    assert graded(exchange) == [*before, eve, people.ben.pw_name]
    assert scores_of(exchange.course, people.ann.pw_name)["test-add-small"] == 2


@pytest.mark.parametrize("looks", [True, False])
def test_who_takes_the_place_of_the_course_leads_no_write_out_of_it(
    exchange, watch, people, monkeypatch, looks
):
    """With mode 777, and also where the watch did not look at the way to its folders."""
    ann = of_user(people.ann, exchange)
    watch.go_on()
    root, old = exchange.folder.parent, exchange.folder.with_name("old")
    victim = exchange.course / "nbgrader_config.py"
    before, status = (victim.read_bytes(), victim.stat().st_mode), ann.status
    eve = of_user(people.eve, exchange)
    status_file = status_path(exchange.feedback, eve.secret)

    def take_the_place() -> None:
        exchange.folder.rename(old)
        for folder in (exchange.inbound, exchange.feedback, exchange.folder / "outbound"):
            folder.mkdir(parents=True)
        shutil.copytree(old / "inbound" / eve.path.name, eve.path)
        eve.path.chmod(0o777)
        for name in (status_file.name, f".{status_file.name}.new", HEARTBEAT, f".{HEARTBEAT}.new"):
            (exchange.feedback / name).symlink_to(victim)

    root.chmod(0o777)
    try:
        (old / "inbound" if old.exists() else exchange.inbound).chmod(0o3777)
        assert as_user(people.eve, take_the_place) == "None"
        theirs = sorted(exchange.feedback.iterdir())
        assert all(path.is_symlink() for path in theirs)
        with monkeypatch.context() as patch:
            if not looks:
                patch.setattr(CourseExchange, "unsafe", lambda self: [])
            for _ in range(3):
                watch.step()
            run_nbgrader(exchange.course, "release_feedback", PS, check=False)
        if looks:
            assert f"chmod +t {root}" in watch.watch.pending.statuses.stopped
        assert (victim.read_bytes(), victim.stat().st_mode) == before
        assert sorted(exchange.feedback.iterdir()) == theirs
        assert all(path.is_symlink() for path in theirs)
    finally:
        shutil.rmtree(exchange.folder)
        old.rename(exchange.folder)
        root.chmod(mode_of_the_exchange())
    again = of_user(people.ann, exchange)
    watch.go_on()
    assert again.is_("graded") and ann.status.points == status.points


@pytest.mark.soak
def test_ten_thousand_folders_of_one_student_hold_up_nobody(exchange, watch, people):
    def flood() -> None:
        os.chdir(exchange.inbound)
        for number in range(10_000):
            name = f"{people.eve.pw_name}+{PS}+{number}+AAAA"
            os.mkdir(name)
            os.chmod(name, 0o777)

    assert as_user(people.eve, flood) == "None"
    ben = of_user(people.ben, exchange)
    wait_for(lambda: watch.step() or ben.is_("graded"), 120)
    assert ben.status.points == 10
