"""What small cases hold is demanded by the text of their task, with the sentence that does so.

The docstrings of the modules of small cases quote these sentences; here they are looked up.
"""

import ast
import json
import re

import pytest
from support.paths import ROOT

# {module or function, as path and name: the notebook of the task}
GRAMMARS = {
    ("autograd/lab/checks/small_traces.py", None): "autograd/2-reverse-order",
    ("autograd/lab/checks/small_drawings.py", None): "autograd/3-autograd-graph",
    ("autograd/lab/checks/small_runs.py", None): "autograd/5-run-the-graph",
    ("primer/lab/checks/effects.py", "grid"): "primer/4-where-is-backward",
    ("primer/lab/checks/small_validations.py", None): "primer/5-training",
    ("simple-grad/lab/checks/small_tapes.py", "cases_of_needed"): "simple-grad/5-compiler",
    ("simple-grad/lab/checks/small_tapes.py", "cases_of_cut"): "simple-grad/6-one-node",
}


def demands(path, function):
    """The lines below "demands each of these" in the docstring of a module or a function."""
    tree = ast.parse((ROOT / "release" / path).read_text(encoding="utf-8"))
    parts = [part for part in tree.body if getattr(part, "name", None) == function]
    docstring = ast.get_docstring(parts[0] if function else tree)
    lists = re.search(r"demands? each of these:\n\n((?:- .*\n?|  .*\n?)+)", docstring)
    return re.sub(r"\n +", " ", lists[1]).strip().splitlines()


def in_one_line(text):
    return " ".join(text.split())


@pytest.mark.parametrize(("grammar", "notebook"), GRAMMARS.items())
def test_the_text_of_the_task_demands_what_small_cases_hold(grammar, notebook):
    cells = json.loads((ROOT / f"release/{notebook}.ipynb").read_text(encoding="utf-8"))["cells"]
    text = in_one_line(" ".join("".join(cell["source"]) for cell in cells))
    lines = demands(*grammar)
    assert lines
    for line in lines:
        (sentence,) = re.findall(r'"(.+)"', line)
        assert in_one_line(sentence) in text, line


def test_each_module_of_small_cases_quotes_its_text():
    modules = {
        path.relative_to(ROOT / "release").as_posix()
        for path in (ROOT / "release").glob("*/lab/checks/small_*.py")
    }
    # The grammar of graphs serves two tasks, and the records are numbers only.
    helpers = {"autograd/lab/checks/small_graphs.py", "autograd/lab/checks/small_trace_records.py"}
    assert modules - helpers == {path for path, _ in GRAMMARS if "/small_" in path}
