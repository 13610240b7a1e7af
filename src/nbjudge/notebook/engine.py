"""One notebook, two processes: the student's cells in a sandbox, the test cells in a judge."""

import atexit
import os
import signal
import socket
import time

from ..sandbox.bubblewrap import Sandbox, SandboxError
from .channel import Channel, ChannelClosed, DeadlinePassed
from .judge import STOP, read_test
from .nursery import Nursery
from .shell import error_output

SLACK = 5  # seconds that a cell has beyond the limit of the calls that it makes


def run_notebook(cells, support, work, limits, sandboxed, nursery, tests=()):
    """Run one notebook in fresh processes.

    Args:
        cells: a list of ``{"source": str, "test": bool}``, in their order.
        support: the folder that the judge works in.
        work: the folder whose files the student's process finds in its own.
        limits: `Limits`.
        sandboxed: whether to build a sandbox.
        nursery: the `Nursery` to fork from.
        tests: the sources of test cells that bind names, also of those that ``cells`` lacks.

    Returns:
        A dict: ``outputs``, a list of nbformat outputs (plain dicts) for every cell; ``reason``,
        why the student's process was ended, or None; ``memory_mb``, what it used at its peak.

    Raises:
        SandboxError: there can be no sandbox.
    """
    box = Sandbox(limits, work) if sandboxed else None
    control, judge_control = socket.socketpair()
    judge_link, student_link = socket.socketpair()
    judge_monitor, student_monitor = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    theirs = (judge_control, judge_link, student_link, judge_monitor, student_monitor)
    channel = Channel(control, 0)
    outcome = {"outputs": [], "reason": None, "memory_mb": 0.0}
    try:
        nursery.fork_student(student_link, student_monitor, limits, box, work)
        nursery.fork_judge(judge_control, judge_link, judge_monitor, support)
        for end in theirs:
            end.close()
        root = box.pid if box else None
        tests = {*tests, *(cell["source"] for cell in cells if cell["test"])}
        tests = {source: read_test(source) for source in tests}
        channel.send({"cells": cells, "tests": tests, "limits": limits.asdict(), "root": root})
        _collect(channel, outcome, limits)
    finally:
        channel.close()
        if box:
            box.close()
    while len(outcome["outputs"]) < len(cells):
        message = f"This cell was not run: {outcome['reason']}."
        outcome["outputs"].append([error_output("NotRun", message, [])])
    return outcome


def _collect(channel, outcome, limits):
    """Take the judge's reports until the end; stop a test cell, or the judge, that hangs."""
    try:
        (judge, _) = channel.receive()
    except ChannelClosed:
        raise SandboxError(
            "Cannot grade: the processes of a notebook did not start; the lines above say why."
        ) from None
    stopped = False
    try:
        while True:
            try:
                report, _ = channel.receive(time.monotonic() + limits.cell_seconds + SLACK)
            except DeadlinePassed:
                if stopped:
                    raise
                os.kill(judge["pid"], STOP)
                stopped = True
                continue
            stopped = False
            if "end" in report:
                outcome["reason"] = report["end"]
                outcome["memory_mb"] = report.get("memory_mb", 0.0)
                return
            outcome["outputs"].append(report["outputs"])
    except ChannelClosed:
        outcome["reason"] = "the process that judges this notebook ended"
    except DeadlinePassed:
        outcome["reason"] = "a test cell took too long"
        os.kill(judge["pid"], signal.SIGKILL)


_nurseries = {}


def nursery_for(preload, shared=None):
    """This process's nursery for a list of modules; see `Nursery`."""
    if preload not in _nurseries:
        _nurseries[preload] = Nursery(preload, shared)
        atexit.register(_nurseries[preload].close)
    return _nurseries[preload]
