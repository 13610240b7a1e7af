"""No code in C takes a handle's memory for one of its own objects, whatever its class says."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from nbisolate_testing import every_callable

PROGRAM = Path(every_callable.__file__)
SAMPLE = 40  # by day one function in so many
SHAM = ("__array_interface__", "__array_struct__", "__dlpack__", "__buffer__", "__array__")


def call_all(folder, step):
    command = [sys.executable, str(PROGRAM), str(step), "0"]
    finished = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    *ended, count = finished.stdout.splitlines()
    assert (finished.returncode, ended) == (0, []), finished.stderr
    return int(count.split()[0])


def test_some_functions_return_or_raise(tmp_path):
    assert call_all(tmp_path, SAMPLE) > 50


@pytest.mark.soak
def test_all_functions_return_or_raise(tmp_path):
    assert call_all(tmp_path, 1) > 2000


def test_what_ends_a_process_is_seen():
    def crash(*places):
        os.kill(os.getpid(), signal.SIGKILL)

    def ends(*places):
        raise SystemExit

    ended = list(every_callable.watch([("fine", print), ("crash", crash), ("ends", ends)]))
    assert ended == ["crash ended by SIGKILL"]


@pytest.mark.parametrize("name", SHAM)
def test_a_handle_offers_its_memory_to_nobody(name):
    liar = every_callable.Liar()
    handles = list(liar.all_handles())
    before = liar.asked
    assert not any(hasattr(handle, name) for handle in handles)
    assert not any(hasattr(type(handle), name) for handle in handles)
    assert liar.asked == before
