"""Settings that a notebook makes once for all its cells, copied to the judge for the test cells.

In a single kernel, ``torch.set_default_dtype`` in a student's cell also holds for the tensors of
the test cells. `report` runs in the student's process after each of its cells, and `follow` in the
judge.
"""

import sys

from .channel import ProtocolError
from .messages import Json

# No dtype of lower precision: expected values would be rounded, and a wrong answer could be equal
# to one.
DTYPES = ("float32", "float64")


def report() -> str | None:
    """Return the name of the default dtype of new tensors; None if torch was not imported."""
    torch = sys.modules.get("torch")
    return str(torch.get_default_dtype()).removeprefix("torch.") if torch else None


def follow(dtype: Json) -> None:
    """Set the default dtype of this process to that of the student's process.

    Parameters
    ----------
    dtype
        The return value of `report` there. It is not trusted: any other dtype than those of
        `DTYPES` is ignored.

    Raises
    ------
    ProtocolError
        It is neither a text nor None.
    """
    if dtype is not None and type(dtype) is not str:
        raise ProtocolError("a value is malformed")
    # float32 is what torch begins with: there is no need to import it here to set that.
    if dtype not in DTYPES or (dtype == "float32" and "torch" not in sys.modules):
        return
    import torch

    torch.set_default_dtype(getattr(torch, dtype))
