"""Arguments of test cells, pickled for the student's process.

Pickles travel in this direction only: nothing that the student's process sends is unpickled.
"""

import builtins
import dis
import functools
import io
import sys
import weakref
from collections.abc import Callable, Mapping
from types import CodeType, FunctionType
from typing import Any

import cloudpickle

from .codec.arrays import rebuild_leaf, tensor_bytes
from .handles import number_of
from .special import is_handle

# In the student's process: functions that test cells sent, with the global names they still lack.
# Weak keys, so that an entry goes when its function is collected.
incomplete: "weakref.WeakKeyDictionary[FunctionType, frozenset[str]]"
incomplete = weakref.WeakKeyDictionary()

Reduce = Callable[[Any], tuple[Callable[..., Any], tuple[Any, ...]] | None]


class _Pickler(cloudpickle.Pickler):
    def __init__(self, file: io.BytesIO, reduce: Reduce | None):
        super().__init__(file)
        self.missing = set[str]()
        self.reduce = reduce

    def persistent_id(self, item: object) -> int | None:
        """Return the number of a handle, so that the student's process finds its own object.

        Raises
        ------
        TypeError
            The item is a tensor with a graph. A pickle has no graph, so gradients would silently
            end there.
        """
        if is_handle(item):
            return number_of(item)
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(item, torch.Tensor) and not item.is_leaf:
            raise TypeError(
                "A tensor that carries a graph cannot cross to the submission: build it there, or "
                "pass a callable and its leaves."
            )
        return None

    def reducer_override(self, item: Any) -> Any:
        """Pickle ordinary tensors as raw bytes, and note the names that functions lack.

        Pickling by torch itself takes ten times as long.
        """
        kind = getattr(type(item), "_nbjudge_kind", None)
        # A named tuple of the submission's. The judge has a class of its own for it, which would
        # not be the submission's class over there: rebuild it with the original.
        if kind is not None and isinstance(item, tuple):
            return kind, tuple(item)
        if self.reduce is not None and (stand_in := self.reduce(item)):
            return stand_in
        torch = sys.modules.get("torch")
        if torch is not None and type(item) in (torch.Tensor, torch.nn.Parameter):
            parts = tensor_bytes(item)
            if parts and not item.__dict__ and not item._backward_hooks:
                return rebuild_leaf, (*parts, item.requires_grad, type(item) is not torch.Tensor)
        reduced = super().reducer_override(item)
        if isinstance(item, FunctionType) and isinstance(reduced, tuple):
            # cloudpickle pickles a function with the globals that exist now. A function that calls
            # itself, or a helper that is defined later, has some that do not exist yet.
            missing = _global_names(item.__code__) - item.__globals__.keys() - vars(builtins).keys()
            if missing:
                self.missing |= missing
                make, made_of, state, _, _, set_state = reduced
                return make, made_of, (set_state, state, missing), None, None, set_incomplete
        return reduced


def can_cross(item: object) -> bool:
    """Return True if an object can be sent to the student's process. An open file cannot."""
    try:
        dumps(item)
    except Exception:  # pickling runs methods of the object, which can raise anything
        return False
    return True


def dumps(item: object, missing: set[str] | None = None, reduce: Reduce | None = None) -> bytes:
    """Pickle arguments for the student's process. Classes and functions of test cells go by value.

    Parameters
    ----------
    item
        The object to pickle.
    missing
        A set to add to: the global names that functions in `item` use and that are not bound yet,
        such as the name of a function that calls itself and whose decorator has not run.
    reduce
        Called with each object that is no plain data: returns a function and its arguments, which
        make the object there, or None.

    Returns
    -------
    bytes
        The pickle, in which a handle is the number of the student's object.
    """
    file = io.BytesIO()
    pickler = _Pickler(file, reduce)
    pickler.dump(item)
    if missing is not None:
        missing |= pickler.missing
    return file.getvalue()


def set_incomplete(function: FunctionType, state: tuple[Any, Any, frozenset[str]]) -> None:
    """Set the state of a function that came from a test cell, and note the names it lacks.

    Unpickling calls this in the student's process, instead of cloudpickle's own setter, with that
    setter as the first item of `state`.
    """
    set_state, own, missing = state
    set_state(function, own)
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
