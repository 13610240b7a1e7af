"""The warm process that notebooks are forked from."""

import contextlib
import os
import signal
import subprocess
import sys

from nbjudge.processes.nursery import Nursery


def test_a_warm_process_that_was_ended_from_outside_is_started_anew():
    with contextlib.closing(Nursery()) as nursery:
        socket = nursery.start()
        assert nursery.start() is socket
        process = nursery.process
        process.kill()
        process.wait()
        assert nursery.start() is not socket
        assert nursery.process.pid != process.pid and nursery.process.poll() is None


START = """
import sys
from nbjudge.processes.nursery import Nursery
nursery = Nursery()
nursery.start()
print("started", flush=True)
sys.stdin.read()
nursery.close()
"""


def test_the_next_one_removes_what_a_killed_one_has_left_in_the_temporary_folder(tmp_path):
    def start() -> subprocess.Popen:
        started = subprocess.Popen(
            [sys.executable, "-c", START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "TMPDIR": str(tmp_path)},
        )
        assert started.stdout.readline() == b"started\n"
        return started

    killed, running = start(), start()
    folders = set(os.listdir(tmp_path))
    assert len(folders) == 2
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert set(os.listdir(tmp_path)) == folders
    last = start()
    assert len(set(os.listdir(tmp_path)) & folders) == 1  # that of the running one
    for each in (running, last):
        each.communicate(b"")
        assert each.returncode == 0
    assert os.listdir(tmp_path) == []
