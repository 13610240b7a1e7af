"""What goes from a test cell to the student's process: pickles, which only that side reads."""

import io
import sys
from typing import Any

import cloudpickle

from .codec.arrays import rebuild_leaf, tensor_bytes
from .handles import number_of
from .special import is_handle


class _Pickler(cloudpickle.Pickler):
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
        return super().reducer_override(item)


def can_cross(item: object) -> bool:
    """Whether an object can go to the student's process; an open file, for one, cannot."""
    try:
        dumps(item)
    except Exception:  # whatever an object raises that is to be pickled
        return False
    return True


def dumps(item: object) -> bytes:
    """Arguments for the student's process; classes and functions of test cells go by value."""
    file = io.BytesIO()
    _Pickler(file).dump(item)
    return file.getvalue()
