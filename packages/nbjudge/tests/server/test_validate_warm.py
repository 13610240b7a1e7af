"""Validate by forks of a fork server: what the page makes of what was measured."""

import nbformat
from nbformat.v4 import new_code_cell, new_notebook, new_output

from nbisolate import Cancel, CellRun, NotebookRun, Stop
from nbjudge.server.validate import warm_run
from nbjudge.server.validate.verdict import STOPPED


def test_a_cell_that_took_too_long_is_known_by_its_limit(monkeypatch, tmp_path):
    """Whatever the sentence of the judge is, the student reads the one that helps."""
    stopped = new_output("error", ename="Stopped", evalue="Said in another way.", traceback=[])
    cells = [CellRun([stopped], Stop.TIME, 0), CellRun([dict(stopped)], Stop.MEMORY, 0)]
    run = NotebookRun(cells)
    monkeypatch.setattr(warm_run, "run_notebook", lambda **_: run)
    monkeypatch.setattr(warm_run.SharedForkServer, "get_ready", lambda *_: None)
    nb = new_notebook(cells=[new_code_cell("loop()"), new_code_cell("fill()")])
    warm_run.run_warm(nb, tmp_path, warm_run.SharedForkServer(()), Cancel())
    assert [cell.outputs[0].evalue for cell in nb.cells] == [STOPPED, "Said in another way."]
    nbformat.validate(nb)
