"""The scripts that install packages say what they do, and ask before they call sudo."""

import os
import pty
import subprocess
from pathlib import Path

import pytest
from support.paths import ROOT

SCRIPTS = ROOT / "tools" / "maintain"
DOWNLOADS = """
Collecting torch
  Downloading torch-2.13.0-cp311-cp311-linux_x86_64.whl.metadata (30 kB)
  Downloading torch-2.13.0-cp311-cp311-linux_x86_64.whl (191.5 MB)
Installing collected packages: torch
"""


def program(folder: Path, name: str, lines: str) -> None:
    """Write a program of the shell into a folder that stands on the path."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{lines}\n")
    path.chmod(0o755)


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs a script with programs of the test's in place of the system's; returns the process."""
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    def run(script: str, *arguments: str, **options) -> subprocess.CompletedProcess:
        command = ["sh", str(SCRIPTS / script), *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)

    return run


def test_pip_says_what_it_downloads(run, tmp_path):
    program(tmp_path, "pip", f"cat <<'END'{DOWNLOADS}END")
    log = tmp_path / "install.log"
    done = run("pip-install", "PyTorch", "200 MB", str(log), "torch")
    assert done.returncode == 0
    before, *files = done.stdout.splitlines()
    assert "It downloads about 200 MB" in before
    assert files == ["  torch-2.13.0-cp311-cp311-linux_x86_64.whl (191.5 MB)"]
    assert "Collecting torch" in log.read_text()


def test_the_end_of_the_log_is_shown_if_pip_fails(run, tmp_path):
    program(tmp_path, "pip", "echo 'No space left on device'; exit 1")
    done = run("pip-install", "PyTorch", "200 MB", str(tmp_path / "install.log"), "torch")
    assert done.returncode == 1
    assert "No space left on device" in done.stdout


@pytest.fixture
def user(tmp_path):
    """A user who may call sudo without a password. Returns the file that lists what sudo ran."""
    ran = tmp_path / "ran"
    program(tmp_path, "id", "echo 1000")
    program(tmp_path, "apt-get", "exit 1")
    program(tmp_path, "sudo", f'[ "$2" = true ] || echo "$@" >> {ran}')
    return ran


@pytest.mark.parametrize(("answer", "is_installed"), [("n", False), ("y", True), ("", True)])
def test_sudo_is_called_at_a_terminal_only_if_the_user_agrees(run, user, answer, is_installed):
    here, there = pty.openpty()
    os.write(here, f"{answer}\n".encode())
    done = run("apt-install", "graphviz", stdin=there)
    os.close(there)
    os.close(here)
    assert "graphviz" in done.stdout  # the question
    assert (done.returncode == 0) == is_installed
    assert user.exists() == is_installed


def test_without_a_terminal_sudo_is_called(run, user):
    assert run("apt-install", "graphviz", stdin=subprocess.DEVNULL).returncode == 0
    assert "install" in user.read_text()
