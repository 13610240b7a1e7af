"""Values in the statement at which a test cell fails in nbjudge only, or in plain nbgrader only.

Entry point: `differing_values`. Such cells are graded again, with a statement whose expressions
print their values.
"""

import ast

from nbformat import NotebookNode

from nbisolate.cells import parse_cell

from ..files.text import one_line
from ..plugins.execute import JudgeExecute
from ..tags import IN_PROCESS, WITH_ALL_TESTS
from .evidence import Evidence, failing_statement, find_cell
from .findings import NOTHING, Key, Tags
from .plain import PlainExecute
from .trial import Graded, say

LOAD = ast.Load()
VALUED = (ast.Attribute, ast.BinOp, ast.BoolOp, ast.Call, ast.Compare, ast.Name, ast.Subscript)
LONGEST = 100  # characters of a value
PRINT = "nbjudge_value"
# The order of a set, and the address of an object, are not the same in two processes.
FUNCTION = f"""\
def {PRINT}(value):
    import re, reprlib
    shown = reprlib.Repr()  # sorts sets, also in lists and dicts; its limits are raised
    vars(shown).update(dict.fromkeys([n for n in vars(shown) if n[:3] == "max"], 1000), maxlevel=6)
    print("{PRINT}", " ".join(re.sub(" at 0x[0-9a-f]+", "", shown.repr(value)).split()))
    return value

"""


def differing_values(evidence: Evidence) -> dict[Key, str]:
    """Find the first value that differs between the two ways of grading, in each test cell.

    Return words by test cell, such as "; plain nbgrader: 7; nbjudge: 1". There are none for a cell
    in which no assertion or call fails, or its values are the same. The first answer for which a
    test cell differs is tried.
    """
    sources = dict[Key, str]()
    students = dict[Key, str]()
    wanted = dict[str, set[str]]()
    for key in evidence.keys:
        for student, *_ in evidence.differing(key)[:1]:
            _, cell = evidence.failing(key, student)
            text = watched(cell) if cell else ""
            if text:
                sources[key] = text
                students[key] = student
                notebook, _ = key
                wanted.setdefault(student, set()).add(notebook)
    if not sources:
        return {}
    say("Comparing values")
    # A student's cells never run outside the sandbox: a tag runs the test cells as plain nbgrader.
    execute: type = PlainExecute
    tags: Tags = NOTHING
    if evidence.is_class:
        execute = JudgeExecute
        tags = dict.fromkeys(sources, (IN_PROCESS, WITH_ALL_TESTS))
    plain = evidence.trial.grade("values-plain", execute, wanted, sources=sources, tags=tags)
    judged = evidence.trial.grade("values-judged", JudgeExecute, wanted, sources=sources)
    words = {}
    for key, student in students.items():
        in_plain = _printed(plain[student], key)
        in_judged = _printed(judged[student], key)
        for theirs, ours in zip(in_plain, in_judged, strict=False):
            # A text such as "<module 'a' from 'a.py'>" says where an object is, not what it is.
            if theirs != ours and not theirs.startswith("<") and not ours.startswith("<"):
                words[key] = f"; plain nbgrader: {theirs}; nbjudge: {ours}"
                break
    return words


def watched(cell: NotebookNode) -> str:
    """Return the source of a cell that fails, with a statement that prints its values there.

    Return "" if it is not known what fails, or that is neither an assertion nor a call.
    """
    _, statement = failing_statement(cell) or (0, "")
    match parse_cell(statement):
        case ast.Module(body=[ast.Assert() | ast.Expr()]) as tree:
            shown = ast.unparse(_Watch().visit(tree))
            return FUNCTION + str(cell.source).replace(statement, shown)
    return ""


class _Watch(ast.NodeTransformer):
    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if not isinstance(node, VALUED) or not isinstance(getattr(node, "ctx", LOAD), ast.Load):
            return node
        return ast.Call(ast.Name(PRINT, LOAD), [node], [])


def _printed(graded: Graded, key: Key) -> list[str]:
    notebook, name = key
    cell = find_cell(graded.notebooks[notebook], name)
    outputs = [o for o in cell.outputs if o.output_type == "stream"] if cell else []
    lines = "".join(output.text for output in outputs).splitlines()
    printed = [line.removeprefix(f"{PRINT} ") for line in lines if line.startswith(f"{PRINT} ")]
    return [one_line(value, LONGEST) for value in printed]
