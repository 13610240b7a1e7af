"""Work that can be lost: what takes too much, or dies, costs its item only."""

import ctypes
import faulthandler
import multiprocessing.connection
import os
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from nbisolate_testing.users import wait_for
from nbjudge.files.child import Bounds, FailedItem, in_child
from nbjudge_testing.planted import plant, spare_pipes

BOUNDS = Bounds(cpu_seconds=2, wall_seconds=60, memory_mb=300)


def work(item):
    """Do what the item says."""
    match item:
        case "spin":
            while True:
                pass
        case "memory":
            return len(bytes(10**9))
        case "sleep":
            time.sleep(300)
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "crash":
            faulthandler.disable()  # pytest's, which would print where this was meant to be
            ctypes.string_at(0)
        case "exit":
            os._exit(7)
        case "deep":
            return work_deep()
        case "raise":
            raise KeyError("odd")
        case "unpicklable":
            raise UnpicklableError
    return item * 2


def work_deep():
    return work_deep()


class UnpicklableError(Exception):
    def __reduce__(self):
        raise TypeError


@pytest.mark.parametrize(
    ("item", "lost"),
    [
        ("spin", FailedItem("needs more than 2 s of CPU time")),
        ("memory", FailedItem("needs more than 300 MB of memory")),
        ("deep", FailedItem("is nested too deeply")),
        ("die", FailedItem("did not finish: its process was killed", again=True)),
        ("crash", FailedItem("crashed its process (exit code -11)")),
        ("exit", FailedItem("crashed its process (exit code 7)")),
    ],
)
def test_only_the_item_is_lost(item, lost):
    assert list(in_child(work, [1, item, 3, b"x" * 10**6], BOUNDS)) == [
        2,
        lost,
        6,
        b"x" * 2 * 10**6,
    ]


def test_wall_time():
    bounds = Bounds(cpu_seconds=2, wall_seconds=3, memory_mb=300)
    assert list(in_child(work, ["sleep", 1], bounds)) == [
        FailedItem("did not finish within 3 s"),
        2,
    ]


def test_time_counts_for_each_item():
    """Two items that together take more than one may."""

    def spin(seconds):
        began = time.process_time()
        while time.process_time() - began < seconds:
            pass
        return seconds

    assert list(in_child(spin, [1.2, 1.2], BOUNDS)) == [1.2] * 2


def test_exceptions_come_through():
    with pytest.raises(KeyError, match="odd"):
        list(in_child(work, [1, "raise"], BOUNDS))
    with pytest.raises(RuntimeError, match="UnpicklableError"):
        list(in_child(work, ["unpicklable"], BOUNDS))


def test_nothing_in_this_process_changes():
    seen = []
    assert list(in_child(seen.append, [1, 2], BOUNDS)) == [None, None]
    assert seen == []


def test_control_characters_do_not_reach_the_terminal(capfd):
    def shout(item):
        os.write(1, f"out {item}\nmore\n".encode())
        os.write(2, b"err\x1b[2J\n")

    list(in_child(shout, ["\x1b]0;title\x07"], BOUNDS))
    printed = capfd.readouterr().err
    assert "out ?]0;title?\nmore\n" in printed and "err?[2J\n" in printed
    assert "\x1b" not in printed


def test_no_child_is_left_by_who_stops_listening():
    results = in_child(
        lambda item: work(item) if item == "sleep" else os.getpid(), [1, "sleep"], BOUNDS
    )
    pid = next(results)
    os.kill(pid, 0)
    results.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


PARENT = """
import os, time
from nbjudge.files.child import Bounds, in_child

def work(item):
    print(os.getpid(), file=open({path!r}, "w"), flush=True)
    time.sleep(3000)

list(in_child(work, [1], Bounds(9, 3000, 300)))
"""


def test_the_child_ends_with_its_parent(tmp_path):
    path = tmp_path / "pid"
    with subprocess.Popen([sys.executable, "-c", PARENT.format(path=str(path))]) as parent:
        wait_for(lambda: path.exists() and path.read_text().strip())
        pidfd = os.pidfd_open(int(path.read_text()))
        parent.kill()
        assert multiprocessing.connection.wait([pidfd], timeout=300)
        os.close(pidfd)


def test_a_child_in_a_child():
    def inner(item):
        return list(in_child(work, [item, "memory"], Bounds(2, 60, 10_000)))

    (found,) = in_child(partial(inner), [4], BOUNDS)
    assert found == [8, FailedItem("needs more than 10000 MB of memory")]


def test_a_child_that_sends_json_can_send_nothing_else(tmp_path):
    def send(item):
        if item == "plant":
            plant(str(tmp_path / "mark"))
        return work(item) if isinstance(item, str) else [item, {"a": None}]

    read, write = os.pipe()  # such as that to a browser
    spare_pipes()
    sent = list(in_child(send, [1, "plant", "raise_", "memory", 2], BOUNDS, as_json=True))
    os.close(write)
    with open(read, "rb") as others:
        assert others.read() == b""
    assert sent == [
        [1, {"a": None}],
        FailedItem("ended with a result that cannot be read"),
        "raise_raise_",
        FailedItem("needs more than 300 MB of memory"),
        [2, {"a": None}],
    ]
    assert not (tmp_path / "mark").exists()
    with pytest.raises(RuntimeError, match="KeyError: 'odd'"):
        list(in_child(work, ["raise"], BOUNDS, as_json=True))
    assert list(in_child(lambda item: FailedItem("no"), [1], BOUNDS, as_json=True)) == [
        FailedItem("no")
    ]
