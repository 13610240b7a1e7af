"""A student's objects as handles.

A `Remote` has no comparison, truth or arithmetic of the student's: it is equal to itself only,
and true.
"""

from collections.abc import Iterator
from typing import Any, Protocol

from .exceptions import StudentError

READABLE_DUNDERS = {"__name__", "__qualname__", "__doc__"}


class Asks(Protocol):
    """What a handle needs of a session."""

    def apply(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """Do something with objects in the student's process; see ``student.OPERATIONS``."""


class Remote:
    # An object in the student's process; a handle's docstring is that object's.
    __doc__ = property(lambda self: self.__getattr__("__doc__"))
    __slots__ = ("__kind", "__number", "__session", "__weakref__")

    def __init__(self, session: Asks, number: int, kind: str):
        self.__session, self.__number, self.__kind = session, number, kind

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name not in READABLE_DUNDERS:
            raise AttributeError(name)
        try:
            return self.__session.apply("getattr", self, name)
        except StudentError as error:
            if error.name == "AttributeError":
                raise AttributeError(error.message) from error
            raise

    def __getitem__(self, key: Any) -> Any:
        return self.__session.apply("getitem", self, key)

    def __len__(self) -> int:
        try:
            length = self.__session.apply("len", self)
        except StudentError as error:
            if error.name == "TypeError":  # by which list() and others know that there is none
                raise TypeError(error.message) from error
            raise
        if type(length) is not int:
            raise StudentError("TypeError", "its length is not an integer")
        return length

    def __iter__(self) -> Iterator[Any]:
        items = self.__session.apply("iterate", self)
        over = False
        while not over:
            taken = self.__session.apply("take", items)
            if type(taken) is not tuple or len(taken) != 2 or type(taken[0]) is not list:
                raise StudentError("TypeError", "it does not iterate")
            part, over = taken
            yield from part

    def __bool__(self) -> bool:
        return True

    def __reduce__(self) -> Any:
        raise TypeError("A student's object cannot be copied to the judge.")

    def __repr__(self) -> str:
        return f"<{ascii(self.__kind)[1:-1]} of the submission>"


class RemoteCallable(Remote):
    # A function, class or module in the student's process.
    __doc__ = Remote.__doc__
    __slots__ = ()

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self._Remote__session.apply("call", self, *args, **kwargs)


def number_of(remote: Remote) -> int:
    """The number by which the student's process knows a handle."""
    number: int = remote._Remote__number
    return number
