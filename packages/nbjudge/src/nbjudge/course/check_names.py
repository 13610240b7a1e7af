"""Names of test cells, and the messages of those that failed.

Autograded notebooks are read tolerantly: a file that is missing, truncated or malformed counts as
empty. They can hold anything that a student wrote, so every value is taken as text and nothing
else.
"""

import builtins
import json
import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..awards import AWARDS

NAMED = re.compile(r"test-([A-Za-z_]\w*)-(\w[\w-]*)")

# The first line of a test cell that says what it checks. Other comments are not for students.
# Its first sentence counts, without a remark of several words in parentheses at the end, such as
# "(run when graded)". "e.g." and "..." end no sentence.
COMMENT = re.compile(r"# Check: +(?P<words>\S.*)")
END_OF_SENTENCE = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!\.)(?:\.|(?<=[?!]))(?=\s|$)")
REMARK = re.compile(r"\s*\([A-Za-z]+(?: [A-Za-z]+)+\)$")

# The functions, classes and variables of a cell, also of one that is not valid Python.
BOUND = re.compile(r"^[ \t]*(?:async +)?(?:def|class) +(\w+)|^(\w+) *=[^=]", re.MULTILINE)
NOT_DEFINED = re.compile(r"name '(\w+)' is not defined")
DEBUGGER = "Your function stops for the debugger. Remove breakpoint() or pdb.set_trace()."

# The name of the error with which only nbjudge ends a test cell. Its message is the instructor's.
UNDECIDED = "UndecidedError"
CANNOT_JUDGE = "This check can't judge your answer automatically. Your instructor will look at it."

FailedNames = dict[str, str]  # by name, the error with which its cell ended

ON_STDERR = "stderr"
UNWRITTEN = "not written"
# What a code stub raises: nbgrader's has no message. Without this test a NotImplementedError of
# PyTorch, for a Function without `backward`, would count as an answer that is not written.
STUB = re.compile(r"NotImplementedError: (This part is not written.*|$)")


class CheckMessage(NamedTuple):
    """Message of a check: a text of one line, and the error that ended the check.

    `error` is the name of the built-in exception that ended it, `UNWRITTEN` if a code stub did,
    `ON_STDERR` for a line on stderr, or "" if the message is the check's own: from an assertion,
    an exception class of its own, or `nbjudge.Awards`.
    """

    text: str
    error: str = ""


def check_name(grade_id: str, source: str = "") -> tuple[str, str]:
    """Return the name of a test cell: the function that it tests, and what it checks.

    Parameters
    ----------
    grade_id
        The cell's grade_id. Its form is `test-<function>-<aspect>`.
    source
        The text of the cell, or its first line.

    Returns
    -------
    The function, and what is checked: the first sentence of a first line `# Check: ...`, or the
    aspect as words without such a line. For a grade_id of another form, the whole of it and "".

    Examples
    --------
    >>> check_name("test-trace_backward-rare", "# Check: the rare cases. The first one is here.")
    ('trace_backward', 'the rare cases')
    >>> check_name("test-trace_backward-rare_cases")
    ('trace_backward', 'rare cases')
    """
    named = NAMED.fullmatch(grade_id)
    if named is None:
        return grade_id, ""
    return named[1], _first_sentence(source) or named[2].replace("_", " ")


def read_messages(notebook: Path, cells: set[str]) -> dict[str, list[CheckMessage]]:
    """Read the messages of the given test cells.

    Parameters
    ----------
    notebook
        The path of an autograded notebook.
    cells
        The grade_ids of test cells that lost points.

    Returns
    -------
    By cell, its messages; an empty list for a cell without any.
    """
    data = _load(notebook)
    found: dict[str, list[CheckMessage]] = {cell: [] for cell in cells}
    try:
        failed = failed_names(data["cells"])
        for cell in data["cells"]:
            name = cell["metadata"].get("nbgrader", {}).get("grade_id")
            if name in found:
                found[name] = messages_of(cell.get("outputs", []), failed)
    except (TypeError, KeyError, AttributeError):
        pass  # It is not a notebook: nothing more can be read from it.
    return found


def failed_names(cells: Iterable[Mapping[str, Any]]) -> FailedNames:
    """Return the names that cells of the student's bind that ended with an error, and the error."""
    failed = FailedNames()
    for cell in cells:
        if not cell["metadata"].get("nbgrader", {}).get("grade"):
            errors = [each for each in cell.get("outputs", []) if each["output_type"] == "error"]
            names = [a or b for a, b in BOUND.findall(_text(cell["source"])) if errors]
            failed |= dict.fromkeys(names, _first_line(errors[0]) if errors else "")
    return failed


def messages_of(outputs: Iterable[Mapping[str, Any]], failed: FailedNames) -> list[CheckMessage]:
    """Return the messages in the outputs of a test cell: why it gave less than all points.

    A name that does not exist because its cell failed (`failed_names`) is explained by that error.
    """
    return [message for output in outputs for message in _said(output, failed)]


def is_unwritten(messages: Collection[CheckMessage]) -> bool:
    """Return True if a check said nothing but that its function was left as it was."""
    return bool(messages) and all(message.error == UNWRITTEN for message in messages)


def _first_sentence(source: str) -> str:
    """Return the first sentence of a first line `# Check: ...`; "" if there is none."""
    comment = COMMENT.match(source)
    if comment is None:
        return ""
    sentence = END_OF_SENTENCE.split(comment["words"].strip(), maxsplit=1)[0]
    return REMARK.sub("", sentence)


def _first_line(error: Mapping[str, Any]) -> str:
    """Return the name of an error, and the first line of its message."""
    value = str(error.get("evalue") or "").strip() or "(no message)"
    return f"{error.get('ename')}: {value.splitlines()[0]}"


def _said(output: Mapping[str, Any], failed: FailedNames) -> list[CheckMessage]:
    kind = output.get("output_type")
    if kind == "error":
        name, value = str(output.get("ename")), str(output.get("evalue") or "").strip()
        # The class of a built-in exception is informative. An AssertionError, or a class that the
        # check defines, is not: there the message says everything.
        error = name if name != "AssertionError" and hasattr(builtins, name) else ""
        if stub := STUB.match(f"{name}: {value}"):
            return [CheckMessage(stub[1] or "(no message)", UNWRITTEN)]
        lacking = NOT_DEFINED.match(value) if name == "NameError" else None
        if lacking and lacking[1] in failed:
            why = f"because its cell raised {failed[lacking[1]]}"
            return [CheckMessage(f"{lacking[1]} does not exist, {why}")]
        if name == UNDECIDED:
            return [CheckMessage(CANNOT_JUDGE)]
        if name == "BdbQuit":
            return [CheckMessage(DEBUGGER)]
        line = _first_line(output) if error or not value else value.splitlines()[0]
        return [CheckMessage(line, error)]
    if kind == "stream" and output.get("name") == "stderr":
        # In plain nbgrader any text on stderr costs all points of the cell.
        lines = _text(output.get("text")).splitlines()[:1]
        return [CheckMessage(f"on stderr: {line}", ON_STDERR) for line in lines]
    return _missed(output.get("data", {}).get(AWARDS)) if kind == "execute_result" else []


def _missed(parts: Any) -> list[CheckMessage]:
    """Return the reasons in the output of `nbjudge.Awards` for parts that lost points."""
    missed = []
    for part in parts if isinstance(parts, list) else ():
        match part:
            case [str(name), int() | float() as given, int() | float() as possible, str(reason)]:
                if given != possible:
                    missed.append(CheckMessage(f"{name}: {reason}" if reason else name))
    return missed


def _text(value: Any) -> str:
    """Join a text of a notebook file, which is one string or a list of lines."""
    return "".join(map(str, value)) if isinstance(value, list) else str(value or "")


def _load(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
