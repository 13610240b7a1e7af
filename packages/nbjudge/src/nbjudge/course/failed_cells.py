"""The sentences of failed cells: why a check cost points, or why another cell ended with an error.

*Validate*, the feedback, the report, formgrader and `nbjudge check` take every sentence from here,
so a student reads the same one before and after grading. A new sentence is a case of
`error_message`.

Entry points: `failed_names`, `messages_of` and `error_message` for the cells of a notebook,
`read_messages` for a file; `reasons` and `sentences` for what to show of the messages of a check;
`without_case` to compare sentences; `cell_error_line`, `error_line` and `whole_error` for an error
as Python shows it.

Autograded notebooks are read tolerantly: a file that is missing, truncated or malformed counts as
empty. They can hold anything that a student wrote, so every value is taken as text and nothing
else.
"""

import builtins
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..awards import AWARDS
from ..files.text import one_line

MOST_SENTENCES = 5  # of one check
LONGEST_SENTENCE = 300  # characters

# The functions, classes and variables of a cell, also of one that is not valid Python.
BOUND = re.compile(r"^[ \t]*(?:async +)?(?:def|class) +(\w+)|^(\w+) *=[^=]", re.MULTILINE)
NOT_DEFINED = re.compile(r"name '(\w+)' is not defined")
# The end of a SyntaxError's message. The name of the file in it tells a student nothing.
PLACE = re.compile(r"\(<.*>, (line \d+)\)$")

DEBUGGER = "Your function stops for the debugger. Remove breakpoint() or pdb.set_trace()."
NO_KEYBOARD = "input() cannot be answered when the whole notebook is run."
# The name of the error with which only nbjudge ends a test cell. Its message is the instructor's.
UNDECIDED = "UndecidedError"
CANNOT_JUDGE = "This check can't judge your answer automatically. Your instructor will look at it."
# The errors of a cell that did not end by itself. Their messages begin with the cell.
OF_THE_RUN = {"Stopped", "NotRun"}
THIS_CELL = "This cell "

FailedNames = dict[str, str]  # from name to how its cell ended: "raised ValueError: ..."

# Values of `CheckMessage.error`.
ON_STDERR = "stderr"
UNWRITTEN = "not written"
# What a code stub raises: nbgrader's has no message. Without this test a NotImplementedError of
# PyTorch, for a Function without `backward`, would count as an answer that is not written.
STUB = re.compile(r"NotImplementedError: (This part is not written|$)")
# The stub's own message may speak of the line to delete, which is only in the cell.
STUB_SENTENCE = "Not written yet."


class CheckMessage(NamedTuple):
    """Message of a check: a text of one line, and the error that ended the check.

    `error` is the name of the built-in exception that ended it, `UNWRITTEN` if a code stub did,
    `ON_STDERR` for a line on stderr, or "" if the message is the check's own: from an assertion,
    an exception class of its own, or `nbjudge.Awards`.
    """

    text: str
    error: str = ""


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
    messages: dict[str, list[CheckMessage]] = {cell: [] for cell in cells}
    try:
        failed = failed_names(data["cells"])
        for cell in data["cells"]:
            name = cell["metadata"].get("nbgrader", {}).get("grade_id")
            if name in messages:
                messages[name] = messages_of(cell.get("outputs", []), failed)
    except (TypeError, KeyError, AttributeError):
        pass  # It is not a notebook: nothing more can be read from it.
    return messages


def failed_names(cells: Iterable[Mapping[str, Any]]) -> FailedNames:
    """Return the names that cells of the student's bind that did not run through, and why."""
    failed = FailedNames()
    for cell in cells:
        if cell["metadata"].get("nbgrader", {}).get("grade"):
            continue
        errors = [output for output in cell.get("outputs", []) if output["output_type"] == "error"]
        if errors:
            ended = _how_it_ended(errors)
            for function, variable in BOUND.findall(_text(cell["source"])):
                failed[function or variable] = ended
    return failed


def _how_it_ended(errors: Sequence[Mapping[str, Any]]) -> str:
    """Return how a cell with errors ended, as the end of a sentence about the cell."""
    last = _first_line(str(errors[-1].get("evalue") or ""))
    if errors[-1].get("ename") in OF_THE_RUN and last.startswith(THIS_CELL):
        return last.removeprefix(THIS_CELL).removesuffix(".")
    return f"raised {error_line(errors[0])}"


def messages_of(outputs: Iterable[Mapping[str, Any]], failed: FailedNames) -> list[CheckMessage]:
    """Return the messages in the outputs of a test cell: why it gave less than all points.

    `failed` is the result of `failed_names` for the notebook.
    """
    messages: list[CheckMessage] = []
    for output in outputs:
        kind = output.get("output_type")
        if kind == "error":
            messages.append(error_message(output, failed))
        elif kind == "stream" and output.get("name") == "stderr":
            # In plain nbgrader any text on stderr costs all points of the cell.
            lines = _text(output.get("text")).splitlines()
            if lines:
                messages.append(CheckMessage(f"on stderr: {lines[0]}", ON_STDERR))
        elif kind == "execute_result":
            messages += _missed(output.get("data", {}).get(AWARDS))
    return messages


def error_message(error: Mapping[str, Any], failed: FailedNames) -> CheckMessage:
    """Return the message of the error with which a cell ended.

    `error` is an output of the type "error". A name that does not exist because its cell failed
    (`failed`) is explained by that cell's error.
    """
    name = str(error.get("ename"))
    value = str(error.get("evalue") or "").strip()
    if STUB.match(f"{name}: {value}"):
        return CheckMessage(STUB_SENTENCE, UNWRITTEN)
    if name == "NameError" and (lacking := NOT_DEFINED.match(value)) and lacking[1] in failed:
        cause = f"because its cell {failed[lacking[1]]}"
        return CheckMessage(f"{lacking[1]} does not exist, {cause}")
    if name == UNDECIDED:
        return CheckMessage(CANNOT_JUDGE)
    if name == "BdbQuit":
        return CheckMessage(DEBUGGER)
    if name == "EOFError" and "reading a line" in value:
        return CheckMessage(NO_KEYBOARD, name)
    # The class of a built-in exception is informative. An AssertionError, or a class that the
    # check defines, is not: there the message says everything.
    if name != "AssertionError" and hasattr(builtins, name):
        return CheckMessage(error_line(error), name)
    return CheckMessage(_first_line(value) if value else name)


def error_line(error: Mapping[str, Any]) -> str:
    """Return the name of an error and the first line of its message.

    The message of many of NumPy's errors begins with an empty line, which is skipped.
    """
    line = _first_line(str(error.get("evalue") or "").strip())
    return f"{error.get('ename')}: {line}" if line else str(error.get("ename"))


def cell_error_line(cell: Mapping[str, Any]) -> str | None:
    """Return the last error of a cell in one line; None if it has none."""
    errors = [output for output in cell.get("outputs", []) if output["output_type"] == "error"]
    return one_line(error_line(errors[-1])) if errors else None


def whole_error(error: Mapping[str, Any]) -> str:
    """Return the name of an error and its whole message, as the end of a traceback shows them."""
    value = error.get("evalue")
    return f"{error.get('ename')}: {value}" if value else str(error.get("ename"))


def reasons(messages: Sequence[CheckMessage]) -> Sequence[CheckMessage]:
    """Return the messages that explain why a check cost points.

    Text on stderr, such as a warning, is a reason only if the check gave no other message.
    """
    return [message for message in messages if message.error != ON_STDERR] or messages


def sentences(messages: Sequence[CheckMessage]) -> list[str]:
    """Return what a page shows of the reasons of a check: a few sentences of one line each."""
    texts = [message.text for message in reasons(messages)]
    shown = [one_line(text, LONGEST_SENTENCE) for text in texts[:MOST_SENTENCES]]
    if len(texts) > MOST_SENTENCES:
        shown.append(f"and {len(texts) - MOST_SENTENCES} more (see the check's cell)")
    return shown


def is_unwritten(messages: Collection[CheckMessage]) -> bool:
    """Return True if a check said nothing but that its function was left as it was."""
    return bool(messages) and all(message.error == UNWRITTEN for message in messages)


def without_case(sentence: str) -> str:
    """Return what two sentences for the same reason have in common.

    The name of a case at the beginning, numbers and plurals do not count. In "loss 1: expected 9,
    got 8." the beginning is a place, not a case, so it counts; so does the class of an error.

    Examples
    --------
    >>> without_case("A chain of 3: 2 edges.") == without_case("A tree: 1 edge.")
    True
    """
    case, colon, rest = sentence.partition(": ")
    if colon and not rest.startswith("expected ") and not hasattr(builtins, case):
        sentence = rest
    return re.sub(r"\d+|s\b", "", sentence)


def _first_line(value: str) -> str:
    return PLACE.sub(r"(\1)", value.partition("\n")[0])


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
