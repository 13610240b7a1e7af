"""The border of the sandbox, looked at from outside.

In `make soak` as another user too, and with what lies behind the filter of system calls, which
tests/sandbox/test_seccomp.py holds call by call.
"""

import json
import os
import subprocess
import sys
from contextlib import ExitStack, closing

import pytest

from nbisolate.sandbox import bubblewrap
from nbisolate.sandbox.cgroups import unavailable
from nbisolate.sandbox.limits import Limits
from nbisolate_testing import seen_from_outside
from nbisolate_testing.users import USERS


@pytest.fixture(
    params=[
        pytest.param(name, marks=() if number == 0 else pytest.mark.soak)
        for number, name in enumerate(USERS)
    ]
)
def look(request):
    """Run a check of `seen_from_outside` as this user; return what it saw."""

    def look(name):
        command = [*USERS[request.param], sys.executable, seen_from_outside.__file__, name]
        finished = subprocess.run(command, capture_output=True, text=True)
        assert finished.returncode == 0, finished.stderr
        return json.loads(finished.stdout)

    return look


@pytest.mark.soak
def test_nobody_waits_at_a_file_for_a_submission(look):
    assert look("leases") == ["open"]


@pytest.mark.soak
def test_locks_of_a_submission_are_seen_by_nobody(look):
    assert look("locks") == ["free"]


@pytest.mark.soak
def test_terminals_of_the_machine_are_left_for_others(look):
    assert look("terminals") is False


@pytest.mark.soak
def test_memory_of_tcp_is_left_for_others(look):
    assert look("sockets") is False


def test_sockets_count_as_memory(look):
    assert look("sockets_count") == "the notebook's process ran out of memory (100 MB)"


def test_a_hidden_folder_is_shown_empty(look):
    assert look("hidden") == ["[]", "Read-only file system"]


@pytest.mark.soak
def test_a_control_group_counts_what_no_process_shows(look):
    seen = look("control_group")
    if isinstance(seen, str):
        pytest.skip(seen)
    assert seen == [True, "the notebook's process ran out of memory (45 MB)"]


def test_both_processes_have_no_rights_and_a_filter(look):
    # No capability, a filter (2), not root where the grader is, no namespace of the grader's.
    bound = json.dumps(["0000000000000000", "2", False, ""])
    assert look("processes") == [bound, bound]


def test_all_but_the_scratch_space_is_read_only(look):
    devices = ["full", "null", "random", "tty", "urandom", "zero"]
    places = [*bubblewrap.SCRATCH, "/dev/pts", *(f"/dev/{name}" for name in devices)]
    assert look("writable") == sorted(places)


def test_the_judge_reaches_nothing_outside(look):
    said, *seen_outside = look("judge")
    assert said == "False the judge was here 3\n2 processes\n"
    assert seen_outside == [False, False, False]


def test_no_notebook_finds_what_another_has_left(look):
    # The student's process and the judge of four notebooks.
    assert look("left") == ["[] [] None\n"] * 8


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the attack is machine code of x86_64")
def test_a_killed_grader_leaves_no_process(look):
    assert look("killed_grader") == []


@pytest.mark.skipif(os.getuid() != 0, reason="a user's sandboxes all have the user's own id")
def test_no_two_sandboxes_have_one_user_id(monkeypatch):
    monkeypatch.setattr(bubblewrap, "UIDS", range(63000, 63003))
    with ExitStack() as open_ones:
        made = [open_ones.enter_context(closing(bubblewrap.Sandbox(Limits()))) for _ in range(3)]
        assert {one.uid for one in made} == set(bubblewrap.UIDS)
        freed = made[1].uid
        made[1].close()
        with closing(bubblewrap.Sandbox(Limits())) as next_one:
            assert next_one.uid == freed


def test_a_supervisor_that_is_silent_changes_no_fact_of_the_machine(look):
    """The judge waits a second for the supervisor, and what the machine is was known before."""
    assert look("silent_supervisor") == [True, unavailable() is None]
