"""Reasons why a test cell gives other points in nbjudge: what it shares with the answer's process.

To add a reason, add a function to `REASONS`.

Entry points: `reason_of`; `name_of_a_profile` for a cell that isn't a test.
"""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from nbisolate.cells import bound_names, names_read, parse_cell, read_test

from ..files.text import joined
from .borrowed_names import Surroundings
from .weak_tests import defined_names

# How a test cell feeds `input`, and how it captures what is printed: texts that it passes to a
# function such as `mock.patch`, names that it assigns or uses, and attributes that it sets.
FED_TEXTS = {"builtins.input", "input", "sys.stdin", "stdin"}
FED_ATTRIBUTES = {"input", "stdin"}
MOCKED = {"return_value", "side_effect"}  # attributes of a mock that say what it returns
CAPTURED_TEXTS = {"builtins.print", "print", "sys.stdout", "stdout"}
CAPTURED_NAMES = {"capture_output", "capsys", "redirect_stdout"}
CAPTURED_ATTRIBUTES = {"print", "stdout"}
COMPARE = "compare `result.printed`, `result.returned` or `result.raised`"
COMPARE_SCRIPT = (
    "compare `result.printed` or `result.raised`. A script returns nothing: let it print the value "
    "of a variable that you test"
)
# An operator that the judge refuses, in its own words, or in Python's for one of a metaclass.
OPERATOR = re.compile(
    r"UndecidedError: A test cell cannot use `(.+?)` on an object of the submission"
    r"|TypeError: '(.+?)' not supported between instances"
    r"|TypeError: unsupported operand type\(s\) for (.+?): "
)
CAUSE_AND_ADVICE = re.compile(
    r"UndecidedError: (.+?)(?:: |\. )(.+?)(?:,? or tag this test cell .*|\.)?$"
)
NOT_DEFINED = re.compile(r"^NameError: name '(\w+)' is not defined")
# IPython's names for the cells that have run, and functions that run one of them again.
HISTORY = {"In", "_ih", "_i", "_ii", "_iii"}
RUNS_AGAIN = {"eval", "exec", "run_cell", "run_code"}
LISTS_OF_NAMES = {"dir", "globals", "locals", "vars"}  # called without arguments
WRITING = {f"{how}{kind}" for how in ("w", "a", "x", "w+") for kind in ("", "t", "b")}  # of a file
PATCHES = {"patch", "setattr", "object"}  # the last parts of the names of functions that replace


class Reason(NamedTuple):
    """A cause, and a way to rewrite the cell; each is a sentence without its full stop."""

    why: str
    advice: str


@dataclass(frozen=True)
class FailedCell:
    """A test cell that fails in nbjudge.

    `source` is that of the cell, `statement` the one that fails, and `error` its error in one line;
    the last two are "" if they are not known. `around` are the cells around it.
    """

    assignment: str
    source: str
    statement: str
    error: str
    around: Surroundings

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the cell."""
        return list(ast.walk(parse_cell(self.source) or ast.Module([], [])))

    @cached_property
    def answered(self) -> set[str]:
        """The names that solution cells bind."""
        return set[str]().union(*map(bound_names, self.around.solutions))


def reason_of(cell: FailedCell) -> Reason | None:
    """Return the reason why a cell fails in nbjudge only.

    None if no reason is known.
    """
    if cell.error.startswith("UndecidedError"):
        return _operator(cell) or _undecided(cell)
    for look in REASONS:
        reason = look(cell)
        if reason:
            return reason
    return None


def name_of_a_profile(error: str, around: Surroundings) -> Reason | None:
    """Return a reason if a cell fails in nbjudge only by a name that no cell defines."""
    missing = NOT_DEFINED.search(error)
    if missing is None:
        return None
    cells = [*around.given, *around.solutions, *around.tests.values()]
    bound = set[str]().union(*map(bound_names, cells))
    if missing[1] in bound or any(imported.name == "*" for imported in around.outline.given):
        return None
    return Reason(
        f"no cell defines `{missing[1]}`. In plain nbgrader, your IPython profile defines it (its "
        "startup files or ipython_config.py), which nbjudge does not read",
        f"define or import `{missing[1]}` in an instructor cell",
    )


def _operator(cell: FailedCell) -> Reason | None:
    """The cell uses an operator of the answer's class."""
    found = OPERATOR.match(cell.error)
    if found is None:
        return None
    sign = next(filter(None, found.groups()))
    return Reason(
        f"a class of the answer defines `{sign}`, and could return whatever the test expects",
        "compare plain values, such as attributes",
    )


def _undecided(cell: FailedCell) -> Reason | None:
    """The judge could not decide: its error has the cause, and advice behind it."""
    found = CAUSE_AND_ADVICE.match(cell.error)
    if found is None:
        return None
    cause, advice = found.groups()
    return Reason(f"{cause[0].lower()}{cause[1:]}", advice)


def _name_of_a_profile(cell: FailedCell) -> Reason | None:
    return name_of_a_profile(cell.error, cell.around)


def _name_of_test_cells(cell: FailedCell) -> Reason | None:
    """The answer reads a name that only test cells bind."""
    missing = NOT_DEFINED.search(cell.error)
    if missing is None or missing[1] in cell.answered.union(*map(bound_names, cell.around.given)):
        return None
    if missing[1] not in set[str]().union(*map(bound_names, cell.around.tests.values())):
        return None
    return Reason(
        f"the answer uses `{missing[1]}`, which only test cells define",
        f"define or import `{missing[1]}` in an instructor cell",
    )


def _copied_by_with(cell: FailedCell) -> Reason | None:
    """The failing statement reads what an object of an instructor cell returned to a `with`."""
    given = set[str]().union(*map(bound_names, cell.around.given))
    for node in cell.nodes:
        for item in node.items if isinstance(node, ast.With) else ():
            name = item.optional_vars
            manager = item.context_expr.func if isinstance(item.context_expr, ast.Call) else None
            is_given = isinstance(manager, ast.Name) and manager.id in given
            if is_given and isinstance(name, ast.Name) and name.id in names_read(cell.statement):
                why = f"`{name.id}` is a copy that `with {ast.unparse(item.context_expr)}` made"
                advice = (
                    f"put the `with` into a function of an instructor cell that returns `{name.id}`"
                )
                return Reason(f"{why} when it began", advice)
    return None


def _history(cell: FailedCell) -> Reason | None:
    """The cell reads IPython's list of the cells that have run, such as `In[-2]`."""
    name = _name_of_history(cell)
    if name is None:
        return None
    why = f"`{name}` has only test cells here, because the answer runs in its own process"
    if not RUNS_AGAIN.intersection(_called_names(cell)):
        advice = (
            f"search `{name}` for a line of the answer in a function of an instructor cell, which "
            "sees the answer's cells, and compare what it returns"
        )
        return Reason(why, advice)
    is_fed = _replaces(cell, FED_TEXTS, FED_ATTRIBUTES, set())
    return Reason(why, _advice_to_run(cell, is_fed))


def _name_of_history(cell: FailedCell) -> str | None:
    """Return IPython's name for a list of the cells that have run, if a cell reads one."""
    own = cell.answered.union(bound_names(cell.source), *map(bound_names, cell.around.given))
    return min((names_read(cell.source) & HISTORY) - own, default=None)


def _called_names(cell: FailedCell) -> set[str]:
    calls = [node for node in cell.nodes if isinstance(node, ast.Call)]
    return {_last_name(call.func) for call in calls}


def _fed_or_captured(cell: FailedCell) -> Reason | None:
    """The cell feeds `input` or captures printed text, and the answer uses another process's."""
    is_fed = _replaces(cell, FED_TEXTS, FED_ATTRIBUTES, set())
    is_captured = cell.source.lstrip().startswith("%%capture") or _replaces(
        cell, CAPTURED_TEXTS, CAPTURED_ATTRIBUTES, CAPTURED_NAMES
    )
    if not is_fed and not is_captured:
        return None
    parts = ["reads `input()`"] * is_fed + ["prints"] * is_captured
    why = f"the answer {joined(parts)} in its own process, which this cell does not change"
    return Reason(why, _advice_to_run(cell, is_fed))


def _advice_to_run(cell: FailedCell, is_fed: bool) -> str:
    call = rewritten_call(cell, is_fed)
    name, _, _ = call.partition("(")
    compare = COMPARE if name == "run" else COMPARE_SCRIPT
    return (
        f"import `{name}` in an instructor cell (`nbjudge init --printed {cell.assignment}` writes "
        f"the file), and write `result = {call}`; {compare}"
    )


def _replaces(cell: FailedCell, texts: set[str], attributes: set[str], names: set[str]) -> bool:
    for node in cell.nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store()) if name in attributes | names:
                return True
            case ast.Name(id=name) if name in names:
                return True
            case ast.Attribute(attr=name) if name in names:
                return True
            case ast.Attribute(attr=name, ctx=ast.Store()) if name in attributes:
                return True
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments):
                constants = [each.value for each in arguments if isinstance(each, ast.Constant)]
                if name in PATCHES and texts.intersection(map(str, constants)):
                    return True
    return False


def rewritten_call(cell: FailedCell, is_fed: bool) -> str:
    """Return a call of `run` or `run_cell` that does what a cell does, as far as it is known."""
    parts = ["run_cell", "'# a line of the answer'"]
    if _name_of_history(cell) is None:
        parts = ["run", *_called_function(cell)]
    if is_fed:
        values = _feeding_values(cell)
        lines = next(filter(None, (_fed_lines(cell, value) for value in values)), None)
        parts.append(f"lines={lines!r}" if lines else "lines=[...]")
    name, *arguments = parts
    return f"{name}({', '.join(arguments)})"


def _called_function(cell: FailedCell) -> list[str]:
    """Return the answer's function that a cell calls, and its arguments, as code."""
    for node in cell.nodes:
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in cell.answered:
                return [name, *map(ast.unparse, [*node.args, *node.keywords])]
    # The cell may pass it to a function of its own, which calls it.
    functions = defined_names(cell.around.solutions)
    names = [node.id for node in cell.nodes if isinstance(node, ast.Name)]
    return [next((name for name in names if name in functions), "function")]


def _feeding_values(cell: FailedCell) -> Iterator[ast.expr]:
    """Yield the expressions that a cell puts in place of `input`, or of its lines."""
    for node in cell.nodes:
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in PATCHES:
                values = [*node.args, *(keyword.value for keyword in node.keywords)]
                fed = [value for value in values if _constant(value) in FED_TEXTS]
                yield from (value for value in values if fed and value not in fed)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                for target, value in zip(targets, values, strict=False):
                    if _last_name(target) in FED_ATTRIBUTES:
                        yield value
            case ast.Assign(targets=targets, value=value):
                if FED_ATTRIBUTES.union(MOCKED).intersection(map(_last_name, targets)):
                    yield value


def _constant(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ""


def _last_name(target: ast.expr) -> str:
    """Return the name that an expression is, or the last part of an attribute."""
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _fed_lines(cell: FailedCell, value: ast.AST, seen: frozenset[str] = frozenset()) -> list[str]:
    """Return the lines in an expression that feeds `input`; empty if they are not known.

    `seen` are the names that were looked up on the way.
    """
    match value:
        case ast.Constant(value=str() as line):
            return [line]
        case ast.List(elts=items) | ast.Tuple(elts=items):
            values = [item.value if isinstance(item, ast.Constant) else None for item in items]
            texts = [each for each in values if isinstance(each, str)]
            return texts if len(texts) == len(items) else []
        case ast.Name(id=name) if name not in seen:
            parts = _definitions(cell, name)
            seen |= {name}
        case ast.Lambda(body=body):
            parts = [body]
        case ast.Call(func=function, args=arguments, keywords=keywords):
            owner = [function.value] if isinstance(function, ast.Attribute) else []
            parts = [*owner, *arguments, *(keyword.value for keyword in keywords)]
        case _:
            return []
    lines = next(filter(None, (_fed_lines(cell, part, seen) for part in parts)), [])
    is_file = isinstance(value, ast.Call) and _last_name(value.func) == "StringIO"
    return "\n".join(lines).splitlines() if is_file else lines


def _definitions(cell: FailedCell, name: str) -> list[ast.AST]:
    """Return what a cell assigns to a name, or what its function of this name returns."""
    found = list[ast.AST]()
    for node in cell.nodes:
        match node:
            case ast.Assign(targets=targets, value=value) if name in map(_last_name, targets):
                found.append(value)
            case ast.FunctionDef(name=defined) if defined == name:
                inside = ast.walk(node)
                found += [
                    each.value for each in inside if isinstance(each, ast.Return) and each.value
                ]
    return found


def _listed_names(cell: FailedCell) -> Reason | None:
    """The cell searches a list of its own names for one of the answer."""
    for node in cell.nodes:
        match node:
            case ast.Call(func=ast.Name(id=name), args=[], keywords=[]) if name in LISTS_OF_NAMES:
                sought = next(_sought_names(cell), "name")
                return Reason(
                    f"`{name}()` lists the names of test cells, and none of the answer",
                    f"write `assert {sought} is not None`, which raises NameError if it is missing",
                )
    return None


def _sought_names(cell: FailedCell) -> Iterator[str]:
    """Yield the names that a cell searches a list for, as in `"total" in dir()`."""
    for node in cell.nodes:
        match node:
            case ast.Compare(left=ast.Constant(value=str() as name), ops=[ast.In() | ast.NotIn()]):
                if name.isidentifier():
                    yield name


def _file_of_the_answer(cell: FailedCell) -> Reason | None:
    """The cell does not find a file, which the answer may have written, or the other way round."""
    if not cell.error.startswith("FileNotFoundError"):
        return None
    if any(map(_writes_a_file, cell.nodes)):
        return Reason(
            "a file that a test cell writes is in the judge, and not with the answer",
            "write the file in a function of an instructor cell, and call it before the answer",
        )
    return Reason(
        "a file that the answer writes is in the answer's process",
        "read the file in a function of an instructor cell, and compare what it returns",
    )


def _writes_a_file(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="write_text" | "write_bytes")):
            return True
        case ast.Call(func=ast.Name("open") | ast.Attribute(attr="open")):
            modes = [*node.args, *(keyword.value for keyword in node.keywords)]
            return any(isinstance(mode, ast.Constant) and mode.value in WRITING for mode in modes)
    return False


def _source_lines(cell: FailedCell) -> Reason | None:
    """The cell asks for the source lines of an object of the answer."""
    if "getsourcelines" not in cell.statement or not cell.error.startswith("OSError"):
        return None
    return Reason(
        "`inspect.getsourcelines` does not find the source of another process",
        "write `inspect.getsource(...).splitlines()`, which does",
    )


def _rebound_name(cell: FailedCell) -> Reason | None:
    """The cell assigns a name that the answer's functions read."""
    read = set[str]().union(*map(names_read, cell.around.solutions))
    stored = set(read_test(cell.source).names)
    for node in cell.nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del):
            stored.discard(node.id)
    names = sorted((read | cell.answered) & stored)
    if not names:
        return None
    quoted = joined([f"`{name}`" for name in names])
    return Reason(
        f"the answer does not see what this cell assigns to {quoted}",
        "pass the value to the answer's function, or assign it in an instructor cell",
    )


REASONS: tuple[Callable[[FailedCell], Reason | None], ...] = (
    _history,
    _name_of_a_profile,
    _name_of_test_cells,
    _copied_by_with,
    _fed_or_captured,
    _listed_names,
    _file_of_the_answer,
    _source_lines,
    _operator,
    _rebound_name,
)
