"""The preprocessor that takes the place of nbgrader's ``Execute`` in autograding."""

import os
import shutil
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

from ..notebook.engine import nursery_for, run_notebook
from ..notebook.nursery import PRELOAD
from ..sandbox.limits import Limits

DEFAULTS = Limits()


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
