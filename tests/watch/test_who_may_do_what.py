"""Three students of the machine and a watch: what one of them tries stops nobody, and is refused.

The students are accounts of the system other than that of the course, which root alone can be.
"""

import contextlib
import datetime
import os
import pwd
import shutil
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import wait_for
from grading_course import ANSWERS, PS, scores_of
from test_watch import Steps, graded
from watched import Exchange, hand_in, make_watched_course

from nbjudge.course.told import SIGN, told_file

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="only root can be several users")
HIDDEN = "BEGIN HIDDEN TESTS"
ANN, BEN, EVE = [
    user for user in pwd.getpwall() if user.pw_uid not in (0, 65534) and user.pw_name.isalpha()
][:3]


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
    """Hand in as a user: the folder and the files belong to the account."""
    one = hand_in(exchange, user.pw_name, answers, complete=False, **more)
    for path in (*one.path.iterdir(), one.path):
        os.chown(path, user.pw_uid, user.pw_gid)
    one.path.chmod(0o777)
    return one


def name_of(user, time="2026-01-01 00:00:00.000000 UTC") -> str:
    return f"{user.pw_name}+{PS}+{time}+AAAA"


def test_nothing_of_the_course_or_of_others_can_be_read_or_written(exchange, watch):
    ann = of_user(ANN, exchange)
    watch.go_on()
    assert ann.is_("graded")
    course, me = exchange.course, exchange.inbound / name_of(EVE)
    me.mkdir()
    os.chown(me, EVE.pw_uid, EVE.pw_gid)
    told = told_file(exchange.feedback, ann.secret)
    page = next(iter(exchange.feedback.glob("*.html")))
    record = next((course / "attempts" / ANN.pw_name / PS).glob("*.json"))
    tries = {
        "read hidden tests": lambda: (course / "source" / PS / "adding.ipynb").read_text(),
        "read the gradebook": lambda: (course / "gradebook.db").read_bytes(),
        "read another's work": lambda: list((course / "submitted" / ANN.pw_name).iterdir()),
        "read another's grade": lambda: list((course / "autograded").iterdir()),
        "read the course's pages": lambda: list((course / "feedback").iterdir()),
        "read the records of attempts": lambda: record.read_text(),
        "read the audit": lambda: (course / "nbjudge-audit.jsonl").read_text(),
        "list what others hand in": lambda: os.listdir(exchange.inbound),
        "list the feedback": lambda: os.listdir(exchange.feedback),
        "write a record": lambda: record.write_text("{}"),
        "write what another is told": lambda: told.write_text("{}"),
        "write a page": lambda: page.write_text("10 points"),
        "put a page of one's own": lambda: (exchange.feedback / "x.html").write_text("x"),
        "write the sign of the watch": lambda: (exchange.feedback / SIGN).write_text("{}"),
        "remove the sign": lambda: (exchange.feedback / SIGN).unlink(),
        "remove what another handed in": lambda: ann.path.rename(exchange.inbound / "gone"),
        "take what another handed in": lambda: ann.path.rename(me / "mine"),
        "hold the course": lambda: os.open(course / ".nbjudge.lock", os.O_RDWR),
        "stop the watch": lambda: os.kill(os.getppid(), 15),
        "put a link into the feedback": lambda: (exchange.feedback / "x").symlink_to("/etc"),
    }
    came = {name: as_user(EVE, act) for name, act in tries.items()}
    assert came == dict.fromkeys(tries, "PermissionError")
    assert len(tries) >= 20
    me.rmdir()
    assert as_user(ANN, told.read_text) != "PermissionError"


def test_what_is_handed_in_for_another_or_without_end_is_refused_and_named(exchange, watch):
    """All at once, with an honest student before and after."""
    ann, source = of_user(ANN, exchange), exchange.course / "source" / PS / "adding.ipynb"
    inbound, feedback = exchange.inbound, exchange.feedback
    watch.go_on()
    before = graded(exchange)

    def forge() -> None:
        os.chdir(inbound)
        for name in (name_of(ANN), f"x+{PS}+y+z", f"..+{PS}+y+z", f"+{PS}+y+z", f"a b\n+{PS}+y+z"):
            os.mkdir(name)
        os.symlink(exchange.course, f"{EVE.pw_name}+{PS}+link+AAAA")
        os.symlink("/dev/zero", f"{EVE.pw_name}+{PS}+zero+AAAA")
        os.mkfifo(f"{EVE.pw_name}+{PS}+pipe+AAAA")
        Path(f"{EVE.pw_name}+{PS}+file+AAAA").write_text("no folder")

    def fill() -> None:
        folder = inbound / name_of(EVE, "2030-01-01 00:00:00.000000 UTC")
        folder.mkdir()
        (folder / "adding.ipynb").symlink_to(source)
        (folder / "zero.txt").symlink_to("/dev/zero")
        os.mkfifo(folder / "doubling.ipynb")
        (folder / "timestamp.txt").write_text("2030-01-01 00:00:00.000000 UTC")
        (folder / "submission_secret.txt").write_text(ann.secret)
        (folder / "deep").mkdir(mode=0)
        os.utime(folder, (2e9, 2e9))
        folder.chmod(0o777)

    assert as_user(EVE, forge) == "None"
    watch.go_on()
    passed_over = watch.watch.desk.scan.passed_over()
    reasons = {
        name_of(ANN): f"claims to be {ANN.pw_name}'s and belongs to {EVE.pw_name}",
        f"x+{PS}+y+z": f"claims to be x's and belongs to {EVE.pw_name}",
        f"..+{PS}+y+z": "names no student",
        f"+{PS}+y+z": "names no student",
        f"a b +{PS}+y+z": "names no student",
        f"{EVE.pw_name}+{PS}+link+AAAA": "is a symbolic link",
        f"{EVE.pw_name}+{PS}+zero+AAAA": "is a symbolic link",
        f"{EVE.pw_name}+{PS}+pipe+AAAA": "cannot be read: Not a directory",
        f"{EVE.pw_name}+{PS}+file+AAAA": "cannot be read: Not a directory",
    }
    assert passed_over.keys() == reasons.keys()
    assert all(why in passed_over[name] for name, why in reasons.items())

    page = ann.pages["adding"]
    assert as_user(EVE, fill) == "None"
    watch.go_on()
    (refused,) = watch.watch.desk.ledger.attempts[PS, EVE.pw_name]
    assert refused.told.state == "refused" and "secret of another" in refused.told.reason
    now = datetime.datetime.now(datetime.UTC)
    assert refused.told.handed_in < f"{now:%Y-%m-%dT%H:%M:%S.9}"
    assert ann.is_("graded") and ann.told.points == 10 and ann.pages["adding"] == page

    own = of_user(EVE, exchange, {})
    (own.path / "notes.txt").symlink_to(source)
    os.link(source, own.path / "more.txt")
    os.mkfifo(own.path / "pipe.txt")
    watch.go_on()
    assert own.told.points == 0
    for why in ("notes.txt is a symbolic link", "more.txt belongs to another", "pipe.txt is not a"):
        assert why in own.told.reason
    assert HIDDEN not in "".join(path.read_text() for path in feedback.iterdir())
    ben = of_user(BEN, exchange)
    watch.go_on()
    assert ben.told.points == 10
    assert graded(exchange) == [*before, EVE.pw_name, BEN.pw_name]
    assert scores_of(exchange.course, ANN.pw_name)["test-add-small"] == 2


@pytest.mark.soak
def test_ten_thousand_folders_of_one_student_hold_up_nobody(exchange, watch):
    def flood() -> None:
        os.chdir(exchange.inbound)
        for number in range(10_000):
            name = f"{EVE.pw_name}+{PS}+{number}+AAAA"
            os.mkdir(name)
            os.chmod(name, 0o777)

    assert as_user(EVE, flood) == "None"
    ben = of_user(BEN, exchange)
    wait_for(lambda: watch.step() or ben.is_("graded"), 120)
    assert ben.told.points == 10
