"""Observations of an answer: what it returns or raises, as JSON.

Entry points: `observe` runs a battery, `digest` makes one text of its observations; `type_of` and
`type_and_text` put errors into words.

This module needs nothing of the course, because it is also run in a sandbox, next to an answer.
"""

import hashlib
import json
import re
import signal
import warnings
from collections.abc import Callable, Iterable

DIGITS = 5  # of a number that are compared
SECONDS = 2  # of processor, for one observation
LONGEST = 200  # characters of an error's text that are compared
NUMBERS = re.compile(r"0x[0-9a-f]+|\d+(\.\d+)?(e[+-]?\d+)?")
# Such observations say nothing of a mistake: the answer is not written, or its cell ended with an
# error.
SAYS_NOTHING = ("raises NotImplementedError: This part is not written", "raises NameError: ")

Thunk = Callable[[], object]
WordsOf = Callable[[Exception], str]


def observe(thunks: Iterable[Thunk], words_of: WordsOf) -> list[object]:
    """Return the observations of a battery; `words_of` is what is compared of an error."""
    return [observation(thunk, words_of) for thunk in thunks]


def digest(observations: object) -> str | None:
    """Return a digest of observations, or None if they say nothing of a mistake."""
    if not isinstance(observations, list) or all(map(_says_nothing, observations)):
        return None
    return hashlib.sha256(json.dumps(observations, sort_keys=True).encode()).hexdigest()


def _says_nothing(observed: object) -> bool:
    return isinstance(observed, str) and observed.startswith(SAYS_NOTHING)


def observation(thunk: Thunk, words_of: WordsOf) -> object:
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
