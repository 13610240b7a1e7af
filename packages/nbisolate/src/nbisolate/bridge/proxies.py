"""Handles: proxies in the judge for objects and classes that stay in the student's process.

The class of a handle stands for the class of the object: ``type(x) is C``, ``isinstance`` and
``issubclass`` are decided here, between such classes. The special methods of handles are in
`nbisolate.bridge.special_methods`.
"""

import abc
import re
import sys
import traceback
import types
import weakref
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from ..application import current
from .codec.objects import CLASSES
from .exceptions import StudentError, UndecidedError
from .special_methods import COROUTINE, VALUES, applied, forwarded, methods, set_on_handle

# Attributes with two underscores that are read from the student's object. All others are the
# handle's own: Python and libraries look them up to decide what an object is and may do.
READABLE = set(
    "__name__ __qualname__ __doc__ __dict__ __wrapped__ __annotations__ __defaults__ "
    "__kwdefaults__ __code__ __closure__ __self__ __func__ __version__ __all__ __slots__ "
    "__dataclass_fields__ __match_args__ __text_signature__ __cause__ __context__ __notes__ "
    "__file__ __isabstractmethod__ __abstractmethods__ __members__ __post_init__".split()
)
# IPython displays an object by its attributes with the first two prefixes, and a grader may read
# a test cell's points from its outputs: the submission must not write there.
PRIVATE = ("_repr_", "_ipython_", "_nbisolate_")
# Python's own kinds of object, by name. ``inspect`` asks with ``isinstance`` which of these an
# object is.
KINDS: dict[str, type] = {
    str(kind.__name__): kind
    for kind in (
        types.FunctionType,
        types.BuiltinFunctionType,
        types.MethodType,
        types.GeneratorType,
        types.CoroutineType,
        types.ModuleType,
        types.CodeType,
        property,
        *(map, filter, zip, enumerate, reversed),
    )
}
# Python's own containers that can change. A handle to an object of a class derived from one takes
# its items from the student's process, and the judge compares them.
CONTAINERS: dict[str, type] = {
    kind.__name__: kind for kind in (dict, list, set, OrderedDict, Counter, defaultdict, deque)
}
# A line of a test that asks for a class: ``isinstance``, ``assertIsInstance``, ``type(x) is C``.
ASKS = re.compile(r"instance|\btype\b|__class__", re.IGNORECASE)


class Asks(Protocol):
    """Protocol of a session, as far as handles use it."""

    def apply(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """Apply an operation of ``operations.OPERATIONS`` to objects in the student's process."""


def _read_attribute(item: Any, name: str) -> Any:
    """Return an attribute of the student's object.

    Raise `AttributeError` if the object has no such attribute, or it is not read from the
    submission.
    """
    if name.startswith("__") and name not in READABLE:
        raise AttributeError(name)
    if name.startswith(PRIVATE):
        raise AttributeError(name)
    try:
        return item._nbisolate_apply("getattr", item, name)
    except StudentError as error:
        if error.name == "AttributeError" and not isinstance(error, AttributeError):
            raise AttributeError(error.message) from error
        raise


def _attribute(name: str) -> Any:
    return property(lambda item: _read_attribute(item, name))


def _names(item: Any) -> list[str]:
    return list(map(str, item._nbisolate_apply("dir", item)))


def signature(handle: Any) -> Any:
    """Return the signature of a handle to a callable, as ``inspect.signature`` gives it.

    Raise `AttributeError` if the student's object has none; ``inspect`` then reports it as it does
    for any object.
    """
    import inspect

    try:
        parameters, returns = handle._nbisolate_apply("signature", handle)
        made = [
            inspect.Parameter(name, inspect._ParameterKind(kind), **details)
            for name, kind, details in parameters
        ]
        return inspect.Signature(made, **returns)
    except StudentError as error:
        raise AttributeError("__signature__") from error


class Kind(type):
    """The class of handles that stands for a class of the student's, and is a handle to it."""

    _nbisolate_handle = True
    _nbisolate_taught = False

    def __new__(cls, name: str, bases: tuple[type, ...], *args: Any, **kwargs: Any) -> type:
        # Only a class that a test cell defines arrives here with a student's class among its bases,
        # because `Handles.new_kind` calls ``type.__new__``. An instance of it would have to be in
        # both processes.
        if any(hasattr(base, "_nbisolate_number") for base in bases if isinstance(base, Kind)):
            raise UndecidedError(
                "A class in a test cell cannot inherit from a class of the submission: tag this "
                f"test cell {current().in_process_tag}, or define the class in another cell of the "
                "notebook."
            )
        return super().__new__(cls, name, bases, *args, **kwargs)

    __call__ = forwarded("call")
    __getitem__ = forwarded("getitem")
    __setattr__ = forwarded("setattr")
    __delattr__ = forwarded("delattr")
    __dir__ = _names

    def __getattr__(cls, name: str) -> Any:
        return _read_attribute(cls, name)

    def __iter__(cls) -> Any:
        return iter(cls._nbisolate_apply("list", cls))

    def __len__(cls) -> int:
        return int(cls._nbisolate_apply("len", cls))

    def __bool__(cls) -> bool:
        return True

    def __instancecheck__(cls, instance: Any) -> bool:
        # A named tuple crosses by value, as an instance of a class that the codec made for it.
        return super().__instancecheck__(instance) or type(instance) in cls._nbisolate_twins

    def __eq__(cls, other: object) -> bool:
        # A class of the instructor's own module is the same class on both sides.
        return True if other is not None and cls._nbisolate_here() is other else NotImplemented

    __hash__ = type.__hash__

    # The next three show the hierarchy that the student wrote, without `Remote` and `RemoteError`.
    # The interpreter itself does not call them: it uses the real one.
    @property
    def __bases__(cls) -> tuple[type, ...]:  # type: ignore[override]
        real: tuple[type, ...] = type.__dict__["__bases__"].__get__(cls)
        return cls._nbisolate_bases or real

    @property
    def __base__(cls) -> type | None:
        built_in = (base for base in cls.__bases__ if not isinstance(base, Kind))
        return next((base for base in built_in if base is not object), cls.__bases__[0])

    @property
    def __mro__(cls) -> tuple[type, ...]:
        real: tuple[type, ...] = type.__dict__["__mro__"].__get__(cls)
        kinds = [kind for kind in real if isinstance(kind, Kind) and kind._nbisolate_bases]
        built_in = [base for kind in kinds for base in kind.__bases__ if base not in kinds]
        behind = [above for base in built_in for above in base.__mro__ if above is not object]
        return (*dict.fromkeys((*kinds, *behind)), object) if kinds else real

    def _nbisolate_here(cls) -> type | None:
        """Return the extra class, if any, that ``isinstance`` accepts a handle of this class as."""
        return cls._nbisolate_is or _class_beside(cls._nbisolate_folder, cls)

    __doc__ = _attribute("__doc__")
    __annotations__ = _attribute("__annotations__")
    __signature__ = property(signature)

    @property  # type: ignore[misc]
    def __dict__(cls) -> Any:  # type: ignore[override]
        if hasattr(cls, "_nbisolate_number"):
            return _read_attribute(cls, "__dict__")
        return type.__dict__["__dict__"].__get__(cls)  # of a class of this module

    def __repr__(cls) -> str:
        # As of a class here: tests compare the text of a type, or a hash of it.
        place = "" if cls.__module__ == "builtins" else f"{cls.__module__}."
        return f"<class '{ascii(place + cls.__name__)[1:-1]}'>"


class _Initializer:
    # ``C.__init__`` of a class that defines one. Without this descriptor, Python would find that of
    # ``object``.
    def __get__(self, item: Any, kind: Any) -> Any:
        handle = kind if item is None else item
        return handle._nbisolate_apply("getattr", handle, "__init__")


class Remote(metaclass=Kind):
    # The base of all handles to objects. Its own attributes begin with _nbisolate_.
    _nbisolate_handle = True
    _nbisolate_taught = False
    _nbisolate_number: int
    _nbisolate_apply: Callable[..., Any]
    _nbisolate_twins: "weakref.WeakSet[type]" = weakref.WeakSet()
    _nbisolate_is: type | None = None
    _nbisolate_bases: tuple[type, ...] = ()
    _nbisolate_folder: Path | None = None

    __delattr__ = forwarded("delattr")
    __copy__ = forwarded("copy")
    __dir__ = _names
    __dict__ = _attribute("__dict__")
    __signature__ = property(signature)

    def __getattr__(self, name: str) -> Any:
        return _read_attribute(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("__"):  # such as the traceback of an exception
            super().__setattr__(name, value)
        else:
            self._nbisolate_apply("setattr", self, name, value)

    # ``isinstance`` asks for ``__class__`` if the real type does not match.
    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(self)._nbisolate_here() or type(self)

    def __str__(self) -> str:
        return _text(self, "str")

    def __repr__(self) -> str:
        return _text(self, "repr")

    def __format__(self, spec: str) -> str:
        return _text(self, "format", spec)

    def __reduce__(self) -> Any:
        raise UndecidedError(
            "A test cell cannot copy an object of the submission: copy plain values."
        )

    def __deepcopy__(self, memo: object) -> Any:
        return self._nbisolate_apply("deepcopy", self)


def _text(item: Remote, operation: str, *args: str) -> str:
    text = item._nbisolate_apply(operation, item, *args)
    if type(text) is not str:
        raise StudentError("TypeError", f"{operation} did not return a string")
    return text


def shown(item: Any) -> str:
    """Return the text that represents a handle in the outputs of a test cell.

    It is never a text of the student's, which could look like points or like a passed test.
    """
    if isinstance(item, type):
        return f"<class {ascii(item.__name__)[1:-1]} of the submission>"
    return f"<{ascii(type(item).__name__)[1:-1]} of the submission>"


def class_asked_for(error: BaseException | None, kinds: Iterable[Any]) -> str | None:
    """Return the name of the class that a failed assertion asks for, if it cannot know that class.

    It is a class of a package. The judge's own is another one than that of the student's object, so
    ``isinstance`` and a comparison of types are false whatever the answer. `error` has ended a test
    cell, and `kinds` are the classes of the student's objects.
    """
    if not isinstance(error, AssertionError):
        return None
    lines = " ".join(frame.line or "" for frame in traceback.extract_tb(error.__traceback__))
    words = set(re.findall(r"\w+", lines)) if ASKS.search(lines) else set[str]()
    for kind in kinds:
        other = _defined_here(kind.__name__, kind.__module__) is not None
        # A built-in exception of the submission is one of the judge's, too.
        known = kind._nbisolate_here() is not None or issubclass(kind, RemoteError)
        if kind.__name__ in words and other and not known:
            return str(kind.__name__)
    return None


HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE of object.h: a class that is not written in C


class RemoteError(Remote, StudentError):
    """A handle to an exception of the student's, which can be raised and caught in a test cell."""

    def __str__(self) -> str:
        return str(object.__getattribute__(self, "message"))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def _nbisolate_fill(
        self, name: str, message: str, traceback: str, args: tuple[Any, ...] | None = None
    ) -> "RemoteError":
        """Set the texts and the plain arguments of the student's exception; return the handle."""
        # Not by assignment, which would set an attribute of the student's object.
        set_on_handle(self, name=name, message=message, traceback=traceback)
        if args is None:
            args = (message,)
        BaseException.args.__set__(self, args)  # type: ignore[attr-defined]
        return self


class Handles:
    """The handles of one notebook, in which a student's object always has the same handle.

    `named` are the names that occur in the tests. An exception class of a package is the judge's
    own class if a test names it, and a class apart otherwise, because some frameworks take an
    exception of theirs for a command, such as ``unittest.SkipTest``. `taught` are the names of the
    classes that the instructor's notebook defines. Their methods are what tests are about; see
    `nbisolate.bridge.special_methods`. `sent` has the objects in the arguments of a call, while its
    changes to them are decoded. `folder` has the instructor's own modules. A class of theirs that
    the judge has imported is the same class on both sides.
    """

    def __init__(self, session: Asks):
        self.session = session
        self.named: Collection[str] = frozenset()
        self.taught: Collection[str] = frozenset()
        self.folder: Path | None = None
        self.sent: Sequence[Any] = ()
        self.objects: dict[int, Any] = {}
        self.kinds: dict[int, type] = {}

    def instance(self, number: int, kind: type) -> Any:
        """Return the handle to an object, by the object's number in the student's process.

        `kind` stands for the object's class, and is used if there is no such handle yet.
        """
        if number not in self.objects:
            # Make it with the ``__new__`` of the C class that determines its memory layout. The
            # first ``__new__`` of the method resolution order may belong to another class, and
            # refuse: that of MemoryError does.
            under: Any = kind
            while under.__flags__ & HEAP_TYPE:
                under = type.__dict__["__base__"].__get__(under)
            handle = set_on_handle(applied(under.__new__, kind), _nbisolate_number=number)
            if isinstance(handle, RemoteError):
                handle._nbisolate_fill(kind.__name__, "", "")
            self.objects[number] = handle
        return self.objects[number]

    def kind(self, number: int) -> type:
        """Return the class with this number; raise `KeyError` if it was not described."""
        return self.kinds[number]

    def new_kind(
        self, number: int, name: str, module: str, bases: list[type], special: list[str], equal: str
    ) -> type:
        """Make the class that stands for one of the student's.

        It is the class of its handles, and itself a handle to the student's class, whose number is
        among those of the student's objects. `bases` are classes made here, and built-in ones. For
        `special` and `equal`, see `nbisolate.bridge.special_methods.methods`.
        """
        if number in self.kinds:
            return self.kinds[number]
        if not name.isprintable():
            name = ascii(name)[1:-1]
        kinds: list[Any] = [base for base in bases if isinstance(base, Kind)]
        errors = [base for base in bases if is_error(base)]
        if module == "builtins" and is_error(CLASSES.get(name, object)):
            errors = [CLASSES[name]]
        elif name in self.named and (known := _defined_here(name, module)) and is_error(known):
            errors = [known]
        if errors and not any(issubclass(base, RemoteError) for base in kinds):
            kinds.append(RemoteError)
        namespace = methods(special, equal, _has_value(bases)) | {
            "__doc__": _attribute("__doc__"),
            "__module__": module,
            "_nbisolate_number": number,
            "_nbisolate_apply": staticmethod(self.session.apply),
            "_nbisolate_twins": weakref.WeakSet(),
            "_nbisolate_is": _same_here(name, module, bases),
            "_nbisolate_bases": tuple(bases) or (object,),
            "_nbisolate_folder": self.folder,
            "_nbisolate_taught": name in self.taught
            or _is_defined_in(self.folder, module, name)
            or any(base._nbisolate_taught for base in kinds),
        }
        if "__init__" in special:
            namespace["__init__"] = _Initializer()
        if namespace["_nbisolate_is"] is types.CoroutineType:
            namespace |= COROUTINE
        # The order of bases is the method resolution order. The handle's methods come first, so
        # that they override those of the exception, and the built-in exception comes last: it is a
        # base only so that ``except ValueError`` matches. Other built-in bases are left out; they
        # exist only in `_nbisolate_bases`, because a handle has none of their contents.
        # ``Kind(...)`` would refuse: it takes a subclass of a student's class for one that a test
        # cell defines.
        # Python refuses some bases. That is no failure of this package.
        kind: type = applied(type.__new__, Kind, name, (*(kinds or [Remote]), *errors), namespace)
        self.kinds[number] = kind
        return kind


def _has_value(bases: Sequence[Any]) -> bool:
    """Return True if a class of `VALUES` is among the bases of a student's class, or above them."""
    # By identity: ``in`` would call `Kind.__eq__`, which searches the instructor's modules. A judge
    # spent 9 % of its processor time in that.
    return any(
        any(base is each for each in VALUES) or _has_value(getattr(base, "_nbisolate_bases", ()))
        for base in bases
    )


def _is_defined_in(folder: Path | None, module: str, name: str) -> bool:
    """Return True if an instructor's module next to the notebook has a class of this name."""
    parts = module.split(".")
    if folder is None or not all(map(str.isidentifier, parts)):
        return False
    file = folder.joinpath(*parts).with_suffix(".py")
    if not file.is_file():
        return False
    return re.search(rf"^\s*class {re.escape(name)}\b", file.read_text(), re.M) is not None


def _same_here(name: str, module: str, bases: Sequence[type]) -> type | None:
    """Return the extra class, if any, that ``isinstance`` accepts a handle of a class as.

    It is one of Python's own kinds, a container of Python's, a layer of torch from the module that
    defines it, or a class made here that derives from such a container or layer. It is no class
    whose memory C code reads once ``isinstance`` has agreed, as torch does with tensors; C code
    takes no handle for a container. It is also no number, text or array: a library that takes a
    handle for one would let the submission compare.
    """
    if module == "builtins":
        return KINDS.get(name)
    if module == "collections" and name in CONTAINERS:
        return CONTAINERS[name]
    if module.startswith("torch.nn.modules."):
        layer = _defined_here(name, module)
        return layer if _is_layer(layer) else None
    known = next(filter(None, map(_derivable, bases)), None)
    return type(name, (known,), {"__module__": module}) if known else None


def _derivable(base: Any) -> type | None:
    """Return the container or layer that ``isinstance`` accepts an object of a class as, if any."""
    known: type | None = base._nbisolate_is if isinstance(base, Kind) else base
    if _is_layer(known):
        return known
    is_container = isinstance(known, type) and issubclass(known, tuple(CONTAINERS.values()))
    return known if is_container else None


def _class_beside(folder: Path | None, kind: Any) -> type | None:
    """Return the class of the same name in an instructor's module that the judge has imported.

    None unless all its bases but ``object`` and ``ABC`` are defined in `folder`, that of these
    modules, as well. Then no C code reads the memory of its instances, and a handle can pass for
    one.
    """
    found = _defined_here(kind.__name__, kind.__module__) if folder else None
    if folder is None or found is None:
        return None
    plain = all(base in (object, abc.ABC) or _is_in(folder, base) for base in found.__mro__)
    return found if plain else None


def _is_in(folder: Path, kind: type) -> bool:
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return file is not None and file.startswith(f"{folder}/")


def _defined_here(name: str, module: str) -> type | None:
    """Return the class of this name that a module, imported here, itself defines, or None.

    A module also has classes that it only imports, as torch's modules of layers have Tensor: those
    do not count.
    """
    found = getattr(sys.modules.get(module), name, None)
    own = isinstance(found, type) and not isinstance(found, Kind) and found.__module__ == module
    return found if own else None


def _is_layer(kind: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(kind, type) and issubclass(kind, torch.nn.Module)


def is_error(kind: type) -> bool:
    """Return True for an exception class of the judge's that a student's exception may derive from.

    ``StopIteration`` is not one: raised in a function that a loop of the test cell calls, it would
    end the loop silently.
    """
    if not issubclass(kind, Exception) or isinstance(kind, Kind):
        return False
    # A group of exceptions cannot be created without its members.
    return not issubclass(kind, (StopIteration, StopAsyncIteration, BaseExceptionGroup))


__all__ = ["Asks", "Handles", "Kind", "Remote", "RemoteError", "shown"]
