"""What a notebook sets once for all its cells, and the test cells follow.

In one kernel, ``torch.set_default_dtype`` in a cell of the student's holds for the tensors of the
test cells as well. `report` runs in the student's process after each of its cells, and `follow` in
the judge.
"""

import sys

from .channel import ProtocolError
from .messages import Json

# Not those of lower precision: a wrong answer could be equal to an expected value that was rounded.
DTYPES = ("float32", "float64")


def report() -> str | None:
    """The dtype that new tensors have here; None where torch was not imported."""
    torch = sys.modules.get("torch")
    return str(torch.get_default_dtype()).removeprefix("torch.") if torch else None


def follow(dtype: Json) -> None:
    """Do as the student's process does.

    Parameters
    ----------
    dtype
        What `report` returned there, from a stranger.

    Raises
    ------
    ProtocolError
        It is no text.
    """
    if dtype is not None and type(dtype) is not str:
        raise ProtocolError("a value is malformed")
    if dtype not in DTYPES or (dtype == "float32" and "torch" not in sys.modules):
        return
    import torch

    torch.set_default_dtype(getattr(torch, dtype))
