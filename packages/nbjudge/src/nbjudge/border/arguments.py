"""What goes from a test cell to the student's process: pickles, which only that side reads."""

import builtins
import dis
import functools
import io
import sys
import weakref
from collections.abc import Mapping
from types import CodeType, FunctionType
from typing import Any

import cloudpickle

from .codec.arrays import rebuild_leaf, tensor_bytes
from .handles import number_of
from .special import is_handle

# Functions of test cells that are here, with the names that they did not bring along.
incomplete: "weakref.WeakKeyDictionary[FunctionType, frozenset[str]]"
incomplete = weakref.WeakKeyDictionary()


class _Pickler(cloudpickle.Pickler):
    def __init__(self, file: io.BytesIO):
        super().__init__(file)
        self.missing = set[str]()

    def persistent_id(self, item: object) -> int | None:
        """A handle goes back as its number."""
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
        """Ordinary tensors as raw bytes: torch's own pickling takes ten times as long."""
        kind = getattr(type(item), "_nbjudge_kind", None)
        if kind is not None and isinstance(item, tuple):  # a named tuple of the submission's
            return kind, tuple(item)
        torch = sys.modules.get("torch")
        if torch is not None and type(item) in (torch.Tensor, torch.nn.Parameter):
            parts = tensor_bytes(item)
            if parts and not item.__dict__ and not item._backward_hooks:
                return rebuild_leaf, (*parts, item.requires_grad, type(item) is not torch.Tensor)
        reduced = super().reducer_override(item)
        if isinstance(item, FunctionType) and isinstance(reduced, tuple):
            missing = _global_names(item.__code__) - item.__globals__.keys() - vars(builtins).keys()
            if missing:
                self.missing |= missing
                make, made_of, state, _, _, set_state = reduced
                return make, made_of, (set_state, state, missing), None, None, set_incomplete
        return reduced


def can_cross(item: object) -> bool:
    """Whether an object can go to the student's process; an open file, for one, cannot."""
    try:
        dumps(item)
    except Exception:  # whatever an object raises that is to be pickled
        return False
    return True


def dumps(item: object, missing: set[str] | None = None) -> bytes:
    """Arguments for the student's process; classes and functions of test cells go by value.

    Parameters
    ----------
    item
        What goes.
    missing
        Takes the names that functions in it use and that nothing is called by yet, such as that of
        a function that calls itself and is still to be decorated.
    """
    file = io.BytesIO()
    pickler = _Pickler(file)
    pickler.dump(item)
    if missing is not None:
        missing |= pickler.missing
    return file.getvalue()


def set_incomplete(function: FunctionType, state: tuple[Any, Any, frozenset[str]]) -> None:
    """Set the state of a function that came from a test cell, and note what it lacks."""
    set_state, own, missing = state
    set_state(function, own)
    incomplete[function] = missing


def complete(names: Mapping[str, Any]) -> None:
    """Give functions of test cells what they lack, of the names that there are by now."""
    for function, missing in list(incomplete.items()):
        function.__globals__.update({name: names[name] for name in missing if name in names})


@functools.lru_cache(1000)
def _global_names(code: CodeType) -> frozenset[str]:
    """The global names that a function uses, with those of the functions in it."""
    own = {each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL"}
    inner = (_global_names(each) for each in code.co_consts if isinstance(each, CodeType))
    return frozenset(own.union(*inner))
