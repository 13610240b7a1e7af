"""Control groups, in every way in which a grader may have some, on a machine that has them."""

import json
import os
import platform
import sys

import pytest

from nbisolate.sandbox import cgroups
from nbisolate_testing import seen_from_outside
from nbisolate_testing.paths import ROOT
from nbisolate_testing.systemd_machine import USER, build, run_in

CODE = (ROOT / "src", ROOT / "tests")
LOOK = f"timeout 300 {sys.executable} {seen_from_outside.__file__} control_group"
WITH_MANAGER = f"runuser -u {USER} -- env HOME=/home/{USER} XDG_RUNTIME_DIR=/run/user/1000"
# What a container has: a tree of groups of its own, and no service manager that answers.
CONTAINER = "unshare --cgroup --mount sh -c"
OWN_TREE = "umount /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup && mount -t tmpfs no /run"
PROGRAM = f"""
cd /tmp
{LOOK}
{WITH_MANAGER} {LOOK}
systemd-run --quiet --wait --pipe -p User={USER} -p Delegate=yes {LOOK}
systemd-run --quiet --scope -p Delegate=yes {CONTAINER} '{OWN_TREE} && {LOOK}'
runuser -u {USER} -- env HOME=/home/{USER} {LOOK}
"""


@pytest.mark.soak
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the machine is one of x86_64")
@pytest.mark.skipif(os.getuid() != 0, reason="only root makes the disk of a machine")
def test_the_kernel_counts_wherever_the_grader_may_have_a_group(tmp_path):
    *seen, without = map(json.loads, run_in(build(tmp_path, PROGRAM, CODE), seconds=1200))
    assert seen == [[True, "the notebook's process ran out of memory (45 MB)"]] * 4
    assert "because this process may not create control groups below its own" in without


def test_a_group_that_cannot_be_read_is_said_in_a_sentence(monkeypatch):
    """In a container, the group of a process can lie outside of what is mounted."""

    def gone():
        raise FileNotFoundError(2, "No such file or directory", "/sys/fs/cgroup/../x")

    monkeypatch.setattr(cgroups, "launcher", lambda: ())
    monkeypatch.setattr(cgroups, "adopt", gone)
    said = cgroups.unavailable.__wrapped__()
    assert said.startswith("No control groups, because [Errno 2] No such file or directory")
