"""Idioms of test cells that end differently with a judge outside the student's process.

Entry point: `idiom_of`. The rewrites are in the words of the table in docs/adopt.md.
"""

import ast
import re
from collections.abc import Collection, Iterator

from ..processes.cell_names import parse_cell
from ..processes.effects import calls_for_effect

Table = dict[str, tuple[str, str]]  # by pattern, the idiom and what to write instead
ERRORS: Table = {
    r"the submission would decide (.+?) itself": (
        "it lets an object of the submission decide {0}",
        "compare attributes, as in `a.x == b.x`, or check the type first",
    ),
    r"cannot be built on the submission's": (
        "it derives a class from the student's",
        "derive the class in a given cell",
    ),
    r"cannot pickle '([\w.]+)' object|carries (a graph) cannot cross|cannot be (copied) to the": (
        "it passes an object between the two processes that cannot leave its own",
        "let a given cell make that object",
    ),
    r"^Stopped: ": (
        "it takes longer than a cell may: each use of an object of the submission is a message",
        "let the student's function return plain values, and use these",
    ),
    r"name '(\w+)' is not defined": (
        "it needs `{0}`, which the judge has not and does not find in the submission",
        "bind the name in this cell",
    ),
}
SOURCES: Table = {
    r"\b(?:pickle|joblib|dill|shelve|read_pickle)\b": (
        "it unpickles, so no file of the student's code is copied to the judge for it",
        "let the function return the content",
    ),
    r"\b(gcf|gca|get_fignums|get_axes|fignum_exists|PlotChecker)\b|\.axes\b": (
        "it looks at a figure that the student's process has drawn",
        "let the student's function return the figure's data",
    ),
    r"\b(redirect_stdout|capture_output|capsys|sys\.stdout|readouterr)\b": (
        "it looks at what the student's code prints, which goes elsewhere",
        "let the student's function return the text",
    ),
    r"\b(mock|patch|monkeypatch|setattr)\b|\bbuiltins\.\w+\s*=[^=]": (
        "it replaces a function that the student's code calls, in its own process only",
        "pass the function as an argument",
    ),
    r"\bget_ipython\b|\b(In|Out)\[|^\s*[%!]|\b_i?h\b": (
        "it uses IPython itself, such as a magic command or `In[...]`",
        "write plain Python",
    ),
    r"\b(globals|locals|dir)\(\s*\)|\b(exec|eval)\(|__main__": (
        "it looks for names through `globals()`, `eval` or `__main__`, which are the judge's",
        "write the name itself",
    ),
    r"\bcatch_warnings\b|\bpytest\.warns\b|\bassertWarns": (
        "it looks for warnings of the student's code, which another process shows",
        "let the student's function return the condition, or raise an exception",
    ),
    r"^\s*class (\w+)[^\0]*?\bself\.\w+(?:\.(?:append|add)\(|\[[^\n]*\] =| [+-]=)": (
        "it defines `{0}`, of whose objects the student's code gets copies",
        "pass a function, or a method of the object",
    ),
}


def idiom_of(
    source: str, student: Collection[str], error: str, statement: str
) -> tuple[str, str] | None:
    """Return the idiom of a test cell that ends differently, and what to write instead.

    Parameters
    ----------
    source
        The test cell.
    student
        The names that cells other than test cells bind.
    error, statement
        Its error in nbjudge and the statement that raises it; "" if that is not known.
    """
    for text, table in ((error, ERRORS), (source, SOURCES)):
        for pattern, (why, instead) in table.items():
            if found := re.search(pattern, text, re.MULTILINE):
                return why.format(*found.groups()), instead
    tree = parse_cell(source) or ast.Module([], [])
    if call := next(_needed_twice(tree, student), None):
        why = f"it needs the value of `{call}` as well as its change of the argument"
        return why, f"write `{call}` on a line of its own, and read the argument after it"
    if re.search(r"\bisinstance\(|\btype\(", statement):
        why = "it asks for the class of an object that stays in the student's process"
        return why, "test what the object does, or one of its attributes"
    return None


def _needed_twice(tree: ast.Module, student: Collection[str]) -> Iterator[str]:
    """Yield calls whose changes do not come back, and whose argument is read after them."""
    known = set(map(tuple, calls_for_effect(tree)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in student:
            place = (node.lineno, node.end_lineno, node.col_offset, node.end_col_offset)
            given = {each.id for each in node.args if isinstance(each, ast.Name)} - set(student)
            later = {name.id for name in _names(tree) if name.lineno > node.lineno}
            if place not in known and given & later:
                yield ast.unparse(node)


def _names(tree: ast.AST) -> Iterator[ast.Name]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Name))
