"""Arguments of test cells, pickled for the student's process.

Pickles travel in this direction only: nothing that the student's process sends is unpickled.
"""

import builtins
import dis
import functools
import io
import pickle
import sys
import weakref
from collections.abc import Iterable, Mapping, Sequence
from types import CodeType, FunctionType, ModuleType
from typing import Any

import cloudpickle

from ..application import current
from .codec.arrays import rebuild_leaf, tensor_bytes
from .exceptions import UndecidedError
from .internal_errors import is_own_failure
from .special_methods import is_handle, number_of

# In the student's process: functions that test cells sent, with the global names they still lack.
# Weak keys, so that an entry goes when its function is collected.
incomplete: "weakref.WeakKeyDictionary[FunctionType, frozenset[str]]"
incomplete = weakref.WeakKeyDictionary()
CANNOT_CROSS = (
    "A test cell cannot pass this to the submission ({}): pass plain data or a function, or tag "
    "this test cell {}"
)


class _Pickler(cloudpickle.Pickler):
    def __init__(self, file: io.BytesIO):
        super().__init__(file)
        self.missing = set[str]()
        self.spaces: dict[int, dict[str, Any]] = {}  # see `_without_modules`

    def persistent_id(self, item: object) -> int | None:
        """Return the number of a handle, so that the student's process finds its own object.

        Raise `UndecidedError` for a tensor with a graph. A pickle has no graph, so gradients would
        silently end there.
        """
        if is_handle(item):
            return number_of(item)
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(item, torch.Tensor) and not item.is_leaf:
            raise UndecidedError(
                "A tensor with a `grad_fn` cannot be passed to the submission: build it there, or "
                "pass a function and the leaf tensors."
            )
        return None

    def reducer_override(self, item: Any) -> Any:
        """Pickle ordinary tensors as raw bytes, and note the names that functions lack.

        Pickling by torch itself takes ten times as long.
        """
        kind = getattr(type(item), "_nbisolate_kind", None)
        # A named tuple of the submission's. The judge has a class of its own for it, which would
        # not be the submission's class over there: rebuild it with the original.
        if kind is not None and isinstance(item, tuple):
            return kind, tuple(item)
        torch = sys.modules.get("torch")
        if torch is not None and type(item) in (torch.Tensor, torch.nn.Parameter):
            parts = tensor_bytes(item)
            if parts and not item.__dict__ and not item._backward_hooks:
                return rebuild_leaf, (*parts, item.requires_grad, type(item) is not torch.Tensor)
        if not isinstance(item, FunctionType):
            return super().reducer_override(item)
        space = item.__globals__
        of_cell = space.get("__name__") == "__main__"
        reduced = super().reducer_override(self._without_modules(item) if of_cell else item)
        if not isinstance(reduced, tuple):
            return reduced
        # cloudpickle pickles a function with the globals that exist now. A function that calls
        # itself, or a helper that is defined later, has some that do not exist yet.
        used = _global_names(item.__code__)
        missing = used - space.keys() - vars(builtins).keys()
        self.missing |= missing
        modules = {name: space[name] for name in used if of_cell and _is_module(space.get(name))}
        make, made_of, state, _, _, set_state = reduced
        state = set_state, state, missing, modules, _submodules(item.__code__, modules.values())
        return make, made_of, state, None, None, set_function

    def _without_modules(self, item: FunctionType) -> FunctionType:
        """Return a copy of a function, with no modules among its globals.

        For each such module, cloudpickle goes through all of ``sys.modules``: 1.2 ms for torch's,
        next to 0.1 ms for the rest of a function. `_submodules` looks up the few names that the
        function has.
        """
        # Functions with the same globals share them again once unpickled, because cloudpickle goes
        # by the id of the dict. So there is one copy of it, which lives as long as this pickler.
        space = self.spaces.get(id(item.__globals__))
        if space is None:
            own = {k: v for k, v in item.__globals__.items() if not _is_module(v)}
            space = self.spaces[id(item.__globals__)] = own
        parts = item.__code__, space, item.__name__, item.__defaults__, item.__closure__
        copy = FunctionType(*parts)
        functools.update_wrapper(copy, item)
        copy.__kwdefaults__, copy.__dict__ = item.__kwdefaults__, item.__dict__
        return copy


class ObjectUnpickler(pickle.Unpickler):
    """An unpickler for pickles in which integers stand for objects of this process.

    A subclass, because Python 3.13.0 refuses to set `persistent_load` on an instance.
    """

    def __init__(self, data: bytes, objects: Sequence[Any]):
        super().__init__(io.BytesIO(data))
        self.objects = objects

    def persistent_load(self, pid: int) -> Any:
        """Return the object that a number stands for."""
        return self.objects[pid]


def can_cross(item: object) -> bool:
    """Return True if an object can be sent to the student's process. An open file cannot."""
    try:
        dumps(item)
    except Exception:  # pickling runs methods of the object, which can raise anything
        return False
    return True


def dumps(item: object, missing: set[str] | None = None) -> bytes:
    """Pickle arguments for the student's process; a handle becomes the number of its object.

    Classes and functions of test cells are pickled by value. The global names that functions in
    `item` use and that are not bound yet are added to `missing`, such as the name of a function
    that calls itself and whose decorator has not run. Raise `UndecidedError` if an object in `item`
    cannot be pickled, such as a generator or an open file.
    """
    file = io.BytesIO()
    pickler = _Pickler(file)
    try:
        pickler.dump(item)
    except (TypeError, pickle.PicklingError) as error:
        if is_own_failure(error):
            raise
        raise UndecidedError(CANNOT_CROSS.format(error, current().in_process_tag)) from None
    if missing is not None:
        missing |= pickler.missing
    return file.getvalue()


def set_function(function: FunctionType, state: tuple[Any, ...]) -> None:
    """Set the state of a function that came from a test cell, and note the names it lacks.

    Unpickling calls this in the student's process, instead of cloudpickle's own setter, with that
    setter as the first item of `state`.
    """
    set_state, own, missing, modules, _ = state
    set_state(function, own)
    function.__globals__.update(modules)
    if missing:
        incomplete[function] = missing


def complete(names: Mapping[str, Any]) -> None:
    """Bind the global names that functions of test cells lack, as far as `names` has them."""
    for function, missing in list(incomplete.items()):
        function.__globals__.update({name: names[name] for name in missing if name in names})


@functools.lru_cache(1000)
def _global_names(code: CodeType) -> frozenset[str]:
    """Return the global names that a function uses, and those that its inner functions use."""
    own = {each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL"}
    inner = (_global_names(each) for each in code.co_consts if isinstance(each, CodeType))
    return frozenset(own.union(*inner))


def _is_module(item: object) -> bool:
    return issubclass(type(item), ModuleType)  # ``isinstance`` is true of a handle to a module


def _submodules(code: CodeType, modules: Iterable[ModuleType]) -> list[ModuleType]:
    """Return the imported submodules that code can use as attributes: ``torch.nn`` of ``torch``.

    They are pickled with a function so that they are imported where it runs, as cloudpickle does.
    """
    found = list(modules)
    for module in found:
        for name in code.co_names:
            inner = sys.modules.get(f"{module.__name__}.{name}")
            if inner is not None and inner not in found:
                found.append(inner)
    return found
