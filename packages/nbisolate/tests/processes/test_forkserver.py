"""The fork server that notebooks are forked from."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from nbisolate.processes import temporary
from nbisolate.processes.forkserver import ForkServer
from nbisolate.processes.temporary import temporary_folder
from nbisolate_testing.users import wait_for


def test_a_warm_process_that_was_ended_from_outside_is_started_anew():
    with contextlib.closing(ForkServer()) as forkserver:
        socket = forkserver.start()
        assert forkserver.start() is socket
        process = forkserver.process
        process.kill()
        process.wait()
        assert forkserver.start() is not socket
        assert forkserver.process.pid != process.pid and forkserver.process.poll() is None


def test_the_home_of_the_fork_server_is_its_own_folder():
    """It is outside the sandbox, where /home/student may be a student's."""
    with contextlib.closing(ForkServer()) as forkserver:
        forkserver.start()
        # It is empty until the new process has begun to run its program.
        variables = Path(f"/proc/{forkserver.process.pid}/environ")
        wait_for(variables.read_text)
        environment = dict(each.split("=", 1) for each in variables.read_text().split("\0") if each)
        assert environment["HOME"] == forkserver.profile
    assert not os.path.exists(forkserver.profile or environment["HOME"])


START = """
import sys
from nbisolate.processes.forkserver import ForkServer
forkserver = ForkServer()
forkserver.start()
print("started", flush=True)
sys.stdin.read()
forkserver.close()
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


@pytest.mark.parametrize("when", ["before", "between"])
def test_a_folder_that_is_taken_for_a_leftover_is_replaced(when, tmp_path, monkeypatch):
    """Another process may look for leftovers between its creation and its lock."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    hold, looked = temporary._hold, []

    @contextlib.contextmanager
    def hold_late(folder):
        first = not looked
        looked.append(folder)
        if first and when == "before":
            with temporary_folder("kind-"):
                pass
        with hold(folder):
            if first and when == "between":
                shutil.rmtree(folder)
            yield

    monkeypatch.setattr(temporary, "_hold", hold_late)
    with temporary_folder("kind-") as folder:
        assert os.path.isdir(folder) and folder != looked[0]
    assert os.listdir(tmp_path) == []


def test_an_empty_folder_of_a_killed_process_is_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "kind-killed").mkdir()
    with temporary_folder("kind-") as folder:
        assert os.listdir(tmp_path) == [os.path.basename(folder)]


def test_a_module_is_found_without_importing_it():
    assert ForkServer.can_import("os.path")
    assert ForkServer.can_import("xml.dom.minidom")
    assert not ForkServer.can_import("xml.nothing")
    assert not ForkServer.can_import("")
    assert not ForkServer.can_import(".a")


def test_an_imported_module_with_the_name_of_a_file_is_seen(tmp_path):
    forkserver = ForkServer(["numpy.linalg", "json"])
    assert not forkserver.shadows(tmp_path)
    (tmp_path / "numpy.py").touch()
    assert forkserver.shadows(tmp_path)
