"""The judges of a submission, which take turns in one sandbox.

What they leave for each other is looked at in `seen_from_outside.py`, as root and as a user.
"""

import gc
import os
from contextlib import closing, suppress

import psutil
import pytest

from nbisolate import Application
from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.processes.judges import Judges
from nbisolate.sandbox import bubblewrap
from nbisolate.sandbox.limits import Limits
from nbisolate_testing.users import wait_for

NUMBER = "import os\nprint(os.getpid())"  # the first process of a notebook in a sandbox is its 2nd
# Where a Python below /tmp makes it impossible to keep a sandbox, each judge has its own.
SECOND = 3 if bubblewrap.can_clear(Application()) else 2


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer(["numpy"])  # whose generator forks would share
    yield forkserver
    forkserver.close()


@pytest.fixture
def judge(forkserver, tmp_path):
    """Run a test cell in a notebook of its own, for these judges; return what it shows."""

    def judge(judges, test, support="judge", sandboxed=True, **limits):
        for name in (support, "student"):
            (tmp_path / name).mkdir(exist_ok=True)
        run = run_notebook(
            cells=[Cell(NUMBER), Cell(test, "test")],
            support=tmp_path / support,
            work=tmp_path / "student",
            limits=Limits(**{"cell_seconds": 60, **limits}),
            sandboxed=sandboxed,
            forkserver=forkserver,
            judges=judges,
        )
        if sandboxed:
            assert run.outputs[0][0]["text"] == "2\n", "the student's sandbox was kept"
        return [output.get("text", output.get("ename")) for output in run.outputs[1]]

    tmp_path.chmod(0o755)
    return judge


def test_only_judges_of_one_submission_share_a_sandbox(judge):
    with closing(Judges()) as judges, closing(Judges()) as others:
        assert judge(judges, NUMBER) == ["2\n"]
        assert judge(others, NUMBER) == ["2\n"]
        assert judge(judges, NUMBER) == [f"{SECOND}\n"]
        assert judge(None, NUMBER) == ["2\n"]


@pytest.mark.parametrize("other", [{"support": "others"}, {"memory_mb": 300}])
def test_a_judge_with_another_setup_has_a_sandbox_of_its_own(judge, other):
    with closing(Judges()) as judges:
        assert judge(judges, NUMBER) == ["2\n"]
        assert judge(judges, NUMBER, **other) == ["2\n"]


@pytest.mark.parametrize("sandboxed", [True, False])
def test_a_judge_knows_nothing_of_the_one_before(judge, sandboxed):
    test = """
import builtins, os, random, numpy
print("mine" in globals(), hasattr(builtins, "mine"), "MINE" in os.environ, os.listdir())
print(random.random(), numpy.random.random())
mine = builtins.mine = os.environ["MINE"] = "here"
open("mine", "w").close()
"""
    with closing(Judges()) as judges:
        shown = [judge(judges, test, sandboxed=sandboxed)[0].splitlines() for _ in range(2)]
    left = "['mine']" if not sandboxed else "[]"  # without a sandbox, the folder is the same one
    assert [lines[0] for lines in shown] == ["False False False []", f"False False False {left}"]
    assert len(set(shown[0][1].split() + shown[1][1].split())) == 4


@pytest.mark.parametrize(
    "end", ["os._exit(0)", "os.kill(os.getpid(), 11)", "held = bytearray(10**10)", "1 / 0"]
)
def test_the_next_notebook_is_judged_however_the_last_one_ended(judge, end):
    with closing(Judges()) as judges:
        assert judge(judges, f"import os\n{end}") not in ([], ["2\n"])
        assert judge(judges, NUMBER) == [f"{SECOND}\n"]


@pytest.mark.parametrize("which", ["supervisor", "first process of the sandbox"])
def test_a_judge_begins_in_a_new_sandbox_where_the_last_one_is_gone(judge, forkserver, which):
    with closing(Judges()) as judges:
        assert judge(judges, NUMBER) == ["2\n"]
        if which == "supervisor":
            forks = psutil.Process(forkserver.process.pid).children
            # Those of earlier notebooks are about to end.
            wait_for(lambda: sum(not has_ended(each) for each in forks()) == (SECOND == 3))
            gone = [each for each in forks() if not has_ended(each)]
        else:
            gone = descendants("cat")
            assert len(gone) == (SECOND == 3)
        for process in gone:
            process.kill()
        wait_for(lambda: all(map(has_ended, gone)))
        assert judge(judges, NUMBER) == ["2\n"]
        assert judge(judges, NUMBER) == [f"{SECOND}\n"]


def has_ended(process):
    with suppress(psutil.NoSuchProcess):
        return process.status() == psutil.STATUS_ZOMBIE
    return True


def descendants(name):
    """Return the processes of this name that this one, or one of them, has started."""
    found = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # it has ended meanwhile
            if process.name() == name:
                found.append(process)
    return found


def test_nothing_is_left_of_judges_that_are_closed(judge):
    def judge_once():
        with closing(Judges()) as judges:
            judge(judges, NUMBER)
        gc.collect()
        return len(os.listdir("/proc/self/fd"))

    before = judge_once()  # starts the fork server, whose socket stays
    assert judge_once() == before
    assert not descendants("bwrap")
