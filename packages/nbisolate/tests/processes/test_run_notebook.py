"""What the caller of `run_notebook` passes to it, and what it returns or raises."""

from contextlib import closing
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from nbisolate import Cancel, Cell, ForkServer, Limits, SandboxError, run_notebook


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that runs cells in the folder of the test, which has both folders."""
    tmp_path.chmod(0o755)
    for name in ("support", "work"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "name.txt").write_text(name)
    monkeypatch.chdir(tmp_path)
    with closing(ForkServer(())) as forkserver:
        yield lambda *cells, **arguments: run_notebook(
            **{
                "cells": cells,
                "support": tmp_path / "support",
                "work": tmp_path / "work",
                "limits": Limits(),
                "sandboxed": True,
                "forkserver": forkserver,
                **arguments,
            }
        )


READS = Cell("name = open('name.txt').read()")
READS_OTHERS = Cell("assert (name, open('name.txt').read()) == ('work', 'support')", "test")


@pytest.mark.parametrize("sandboxed", [True, False])
def test_folders_may_be_relative(run, sandboxed):
    folders = {"support": Path("support"), "work": Path("work")}
    assert run(READS, READS_OTHERS, sandboxed=sandboxed, **folders).outputs == [[], []]


def test_both_processes_have_the_environment_of_the_caller(run):
    student = Cell("import os\nfound = os.environ['GRADING']")
    test = Cell("import os\nassert found == os.environ['GRADING'] == 'now'", "test")
    assert run(student, test, environment={"GRADING": "now"}).outputs == [[], []]


def test_outputs_are_valid_and_the_submissions_own_entry_is_told_apart(run):
    done = run(Cell("def fail():\n    return 1 / 0"), Cell("fail()", "test"), Cell("1 / 0", "test"))
    assert done.cells[0].own_entry is None
    assert done.cells[2].own_entry is None
    (error,) = done.outputs[1]
    assert error["traceback"][done.cells[1].own_entry].startswith("In the submission:\n")
    cells = [
        new_code_cell(outputs=[nbformat.from_dict(output) for output in outputs])
        for outputs in done.outputs
    ]
    nbformat.validate(new_notebook(cells=cells))


def test_a_run_that_is_cancelled_before_it_begins_raises_one_kind_of_error(run):
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(SandboxError):
        run(Cell("1"), cancel=cancel)
