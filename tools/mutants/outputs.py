"""What an answer computes, on all inputs of the battery of its task.

Entry points: `outputs_of` runs an answer; `type_of` and `type_and_text` put errors into words.
"""

import functools
import importlib
import re
import signal
import warnings
from collections.abc import Callable

from course import SOURCE, read_assignments

from mutants.judge import Notebook, enter, in_fork

DIGITS = 5  # of a number that are compared
SECONDS = 2  # of processor, for one observation
LONGEST = 200  # characters of an error's text that are compared
NUMBERS = re.compile(r"0x[0-9a-f]+|\d+(\.\d+)?(e[+-]?\d+)?")


def outputs_of(
    assignment: str, function: str, text: str, words_of: Callable[[Exception], str]
) -> object:
    """Return what an answer does, as a list of JSON; None if it takes too long or ends the process.

    `text` is the answer's solution cell, and `words_of` is what is compared of an error.
    """
    battery = importlib.import_module(f"mutants.{assignment.replace('-', '_')}").BATTERIES
    notebook = read_notebook(assignment, function)

    def work() -> list[object]:
        names = enter(notebook)
        exec(text, names)
        return [observation(thunk, words_of) for thunk in battery[function](names[function])]

    return in_fork(work)


@functools.cache
def read_notebook(assignment: str, function: str) -> Notebook:
    """The notebook that asks for a function."""
    task = read_assignments()[assignment].functions[function]
    return Notebook.read(SOURCE / assignment / f"{task.name}.ipynb", function)


def observation(thunk: Callable[[], object], words_of: Callable[[Exception], str]) -> object:
    """What a thunk returns, or what `words_of` says of its error, such as one after SECONDS."""

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # else what raises depends on what was imported
            return plain(thunk())
    except Exception as error:
        return f"raises {words_of(error)}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def type_of(error: Exception) -> str:
    """The name of the type of an error."""
    return type(error).__name__


def type_and_text(error: Exception) -> str:
    """The type of an error and its text without numbers, which depend on the input."""
    text = " ".join(NUMBERS.sub("#", str(error)).split())
    return f"{type_of(error)}: {text[:LONGEST]}"


def plain(value: object) -> object:
    """A value as JSON, numbers with a few digits."""
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, bool | None | str):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return f"{value + 0.0:.{DIGITS}g}" if abs(value) > 1e-9 else "0"
    if hasattr(value, "detach"):
        return [str(value.dtype), plain(value.detach().tolist())]
    return type(value).__name__
