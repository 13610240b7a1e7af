"""The preprocessor that takes the place of nbgrader's ``Execute`` in autograding."""

import atexit
import os
import shutil
import signal
import socket
import stat
import tempfile
import time
from dataclasses import fields
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool, Float, Integer, List, Unicode

from .channel import Channel, ChannelClosed, DeadlinePassed
from .judge import STOP, read_test
from .limits import Limits
from .nursery import PRELOAD, Nursery
from .sandbox import Sandbox, SandboxError
from .shell import error_output

DEFAULTS = Limits()
SLACK = 5  # seconds that a cell has beyond the limit of the calls that it makes


class JudgeExecute(NbGraderPreprocessor):
    """Run a submission: the student's cells in a sandbox, the instructor's tests in a judge.

    Put it in the place of ``Execute`` in ``Autograde.autograde_preprocessors``.
    """

    sandbox = Bool(
        True,
        help="Whether to run student code in a bubblewrap sandbox. False is for trusted code only.",
    ).tag(config=True)
    preload = List(
        Unicode(),
        default_value=list(PRELOAD),
        help="Modules that the warm process imports once, before notebooks ask for them.",
    ).tag(config=True)
    cell_seconds = Float(
        DEFAULTS.cell_seconds, help="Wall time of a cell, and of a call from a test cell."
    ).tag(config=True)
    notebook_seconds = Float(
        DEFAULTS.notebook_seconds, help="Wall time of a notebook, in seconds."
    ).tag(config=True)
    cpu_seconds = Integer(
        DEFAULTS.cpu_seconds, help="Processor time of a process of a notebook, in seconds."
    ).tag(config=True)
    memory_mb = Integer(
        DEFAULTS.memory_mb, help="Memory of a notebook beyond the warm kernel's, in megabytes."
    ).tag(config=True)
    processes = Integer(
        DEFAULTS.processes, help="Processes and threads of a notebook at one time."
    ).tag(config=True)
    open_files = Integer(DEFAULTS.open_files, help="Open files of a process of a notebook.").tag(
        config=True
    )
    disk_mb = Integer(
        DEFAULTS.disk_mb,
        help="Size of each scratch folder of a notebook, and of one file, in megabytes.",
    ).tag(config=True)
    output_bytes = Integer(
        DEFAULTS.output_bytes, help="Bytes of output that a notebook may show."
    ).tag(config=True)

    def preprocess(self, nb, resources):
        """Run the cells of ``nb`` and put their outputs in.

        Args:
            nb: the sanitized notebook of a student.
            resources: nbgrader's resources: student, assignment, notebook and ``db_url``. The
                files beside the notebook come from the course's source and submitted folders.

        Returns:
            ``(nb, resources)``; ``nb.metadata["nbjudge"]`` says how it went: ``status`` "ok" or
            "stopped", ``reason``, ``seconds``, ``peak_memory_mb``, ``sandbox``.

        Raises:
            SandboxError: submissions cannot be sandboxed here.
        """
        began = time.monotonic()
        cells = [cell for cell in nb.cells if cell.cell_type == "code"]
        tests, flags = self._instructors_cells(resources)
        job = []
        for cell in nb.cells:
            own = cell.metadata.get("nbgrader", {})
            grade_id = own.get("grade_id")
            # nbgrader believes the submission on whether a cell waits for a person.
            own.update(flags.get(grade_id, {}))
            if cell.cell_type == "code":
                # A test cell that was deleted comes back with a note before its source.
                source = tests.get(grade_id, cell.source)
                job.append({"source": source, "test": grade_id in tests})
        with tempfile.TemporaryDirectory(prefix="nbjudge-") as folder:
            support, work = Path(folder, "judge"), Path(folder, "student")
            self._stage(resources, support, work)
            outcome = run_notebook(
                job,
                support,
                work,
                self._limits(),
                self.sandbox,
                nursery_for(tuple(self.preload)),
                list(tests.values()),
            )
        for number, (cell, outputs) in enumerate(zip(cells, outcome["outputs"], strict=True), 1):
            for output in outputs:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = number
            cell.execution_count = number
            cell.outputs = [nbformat.from_dict(output) for output in outputs]
        nb.metadata["nbjudge"] = {
            "status": "stopped" if outcome["reason"] else "ok",
            "reason": outcome["reason"],
            "seconds": round(time.monotonic() - began, 3),
            "peak_memory_mb": round(outcome["memory_mb"], 1),
            "sandbox": self.sandbox,
        }
        return nb, resources

    def _limits(self):
        names = [field.name for field in fields(Limits) if self.has_trait(field.name)]
        return Limits(**{name: getattr(self, name) for name in names})

    def _instructors_cells(self, resources):
        """What the gradebook knows of the notebook's cells; see :func:`instructors_cells`."""
        place = resources["nbgrader"]
        try:
            with Gradebook(place["db_url"]) as gradebook:
                return instructors_cells(
                    gradebook.find_notebook(place["notebook"], place["assignment"])
                )
        except MissingEntry:
            return {}, {}

    def _stage(self, resources, support, work):
        """Copy the files beside the notebook: the instructor's for the judge, all for the student.

        A link in a submission is not followed: it could name any file of the instructor's.
        """
        place, coursedir = resources["nbgrader"], CourseDirectory(config=self.config)
        assignment, student = place["assignment"], place["student"]
        support.mkdir()
        source = Path(coursedir.format_path(coursedir.source_directory, ".", assignment))
        _copy_files(source, support)
        _copy_files(coursedir.format_path(coursedir.submitted_directory, student, assignment), work)
        _copy_files(source, work)


def instructors_cells(notebook):
    """What a notebook's definition says of its cells.

    Args:
        notebook: an ``nbgrader.api.Notebook``, or what has its collections of cells.

    Returns:
        Source by grade_id of the test cells, the only sources that the judge runs; and for every
        solution and grade cell what its metadata must say.
    """
    graded = {cell.name for cell in notebook.grade_cells}
    solutions = {cell.name for cell in notebook.solution_cells}
    tests = {
        cell.name: cell.source
        for cell in notebook.source_cells
        if cell.cell_type == "code" and cell.name in graded - solutions
    }
    flags = {
        name: {"grade": name in graded, "solution": name in solutions}
        for name in graded | solutions
    }
    return tests, flags


def run_notebook(cells, support, work, limits, sandboxed, nursery, tests=()):
    """Run one notebook in fresh processes.

    Args:
        cells: a list of ``{"source": str, "test": bool}``, in their order.
        support: the folder that the judge works in.
        work: the folder whose files the student's process finds in its own.
        limits: :class:`~nbjudge.limits.Limits`.
        sandboxed: whether to build a sandbox.
        nursery: the :class:`~nbjudge.nursery.Nursery` to fork from.
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
    """This process's nursery for a list of modules; see :class:`~nbjudge.nursery.Nursery`."""
    if preload not in _nurseries:
        _nurseries[preload] = Nursery(preload, shared)
        atexit.register(_nurseries[preload].close)
    return _nurseries[preload]


def _copy_files(source, target):
    """Copy what lies beside the notebooks in ``source``: regular files and folders only."""

    def unwanted(folder, names):
        return [name for name in names if not _wanted(os.path.join(folder, name))]

    if os.path.isdir(source):
        shutil.copytree(source, target, ignore=unwanted, dirs_exist_ok=True)
    for folder, _, files in os.walk(target):
        os.chmod(folder, 0o755)
        for name in files:
            os.chmod(os.path.join(folder, name), 0o644)


def _wanted(path):
    mode = os.lstat(path).st_mode
    return stat.S_ISDIR(mode) or (stat.S_ISREG(mode) and not path.endswith(".ipynb"))
