"""Stand-ins, in the student's process, for functions and generators that run in the judge.

Pickles of arguments name the functions here (`nbjudge.processes.callbacks` makes them).
"""

from collections.abc import Callable, Generator
from typing import Any

ENDED = "This function belongs to a test cell that has ended."
known = dict[int, Any]()  # the stand-ins by number: one function is the same object each time


def ask(number: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call the judge's function of a number. The student's process puts its own in this place."""
    raise RuntimeError(ENDED)


def stand_in(number: int, details: dict[str, Any]) -> Callable[..., Any]:
    """Return the function that calls the judge's function of this number.

    Parameters
    ----------
    number
        The number of the function.
    details
        Attributes that decorators read, such as ``__name__``.
    """

    def function(*args: Any, **kwargs: Any) -> Any:
        return ask(number, args, kwargs)

    if number not in known:
        for name, value in details.items():
            setattr(function, name, value)
        known[number] = function
    return known[number]  # type: ignore[no-any-return]


def iterate(number: int) -> Generator[Any, Any, Any]:
    """Yield what the judge's generator yields, whose ``send`` has this number."""
    sent = None
    while True:
        try:
            item = ask(number, (sent,), {})
        except StopIteration as end:
            return end.value
        sent = yield item
