"""The judges of several notebooks, each of which has a sandbox of its own.

What they leave for each other is looked at in `seen_from_outside.py`, as root and as a user.
"""

from contextlib import suppress

import psutil
import pytest

from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.sandbox.limits import Limits
from nbisolate_testing.users import open_descriptors, wait_for

NUMBER = "import os\nprint(os.getpid())"  # the first process of a notebook in a sandbox is its 2nd


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer(["numpy"])  # whose generator forks would share
    yield forkserver
    forkserver.close()


@pytest.fixture
def judge(forkserver, tmp_path):
    """Run a test cell in a notebook of its own; return what it shows."""

    def judge(test, sandboxed=True):
        for name in ("judge", "student"):
            (tmp_path / name).mkdir(exist_ok=True)
        run = run_notebook(
            cells=[Cell(NUMBER), Cell(test, "test")],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(cell_seconds=60),
            sandboxed=sandboxed,
            forkserver=forkserver,
        )
        if sandboxed:
            assert run.outputs[0][0]["text"] == "2\n", "the student's sandbox was kept"
        return [output.get("text", output.get("ename")) for output in run.outputs[1]]

    tmp_path.chmod(0o755)
    return judge


def test_each_judge_has_a_sandbox_of_its_own(judge, monkeypatch):
    """No two processes of two notebooks are in one sandbox, which its first process tells apart."""
    sandboxes = []
    fork = ForkServer.fork

    def noted_fork(forkserver, role, sockets, setup):
        sandboxes.append((role, setup.box.pid))
        fork(forkserver, role, sockets, setup)

    monkeypatch.setattr(ForkServer, "fork", noted_fork)
    assert judge(NUMBER) == ["2\n"]
    assert judge(NUMBER) == ["2\n"]
    roles = [role for role, _ in sandboxes]
    first_processes = {pid for _, pid in sandboxes}
    assert sorted(roles) == ["judge", "judge", "student", "student"]
    assert len(first_processes) == len(sandboxes)


@pytest.mark.parametrize("sandboxed", [True, False])
def test_a_judge_knows_nothing_of_the_one_before(judge, sandboxed):
    test = """
import builtins, os, random, numpy
print("mine" in globals(), hasattr(builtins, "mine"), "MINE" in os.environ, os.listdir())
print(random.random(), numpy.random.random())
mine = builtins.mine = os.environ["MINE"] = "here"
open("mine", "w").close()
"""
    shown = [judge(test, sandboxed=sandboxed)[0].splitlines() for _ in range(2)]
    left = "['mine']" if not sandboxed else "[]"  # without a sandbox, the folder is the same one
    assert [lines[0] for lines in shown] == ["False False False []", f"False False False {left}"]
    assert len(set(shown[0][1].split() + shown[1][1].split())) == 4


@pytest.mark.parametrize(
    "end", ["os._exit(0)", "os.kill(os.getpid(), 11)", "held = bytearray(10**10)", "1 / 0"]
)
def test_the_next_notebook_is_judged_however_the_last_one_ended(judge, end):
    assert judge(f"import os\n{end}") not in ([], ["2\n"])
    assert judge(NUMBER) == ["2\n"]


def descendants():
    """Return the running processes that this one, or one of them, has started."""
    running = set()
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # it has ended meanwhile
            if process.status() != psutil.STATUS_ZOMBIE:
                running.add(process)
    return running


def test_nothing_is_left_of_a_notebook(judge, forkserver):
    """Other tests may have started processes that stay, such as a server of forks."""
    forkserver.start()
    started = descendants()

    def judge_once():
        judge(NUMBER)
        return open_descriptors()

    before = judge_once()
    assert judge_once() == before
    wait_for(lambda: descendants() <= started)  # once the supervisors have ended
