"""Compare numbers and tensors, and check what kind of value an answer is."""

from numbers import Real

import torch

from ..show import check
from ..wording import expected, kind_returned


def close(one, other):
    """Return whether two tensors of one shape hold the same numbers, up to rounding."""
    one, other = one.detach().double(), other.detach().double()
    return bool(torch.allclose(one, other, rtol=1e-5, atol=1e-6))


def same_tensor(what, got, want):
    """Check that two tensors have the same shape and the same numbers."""
    got = as_tensor(what, got)
    check_shape(what, got, want)
    check(close(got, want), expected(what, want, got))


def check_shape(what, got, want, hint=""):
    """Check that two tensors have the same shape.

    Arguments:
        hint: a sentence after a blank, for a wrong shape.
    """
    if got.shape != want.shape:
        shapes = tuple(want.shape), tuple(got.shape)
        check(False, f"{expected(f'{what} has the wrong shape', *shapes)}{hint}")


def as_tensor(what, value):
    """Return a value that should be a tensor, without its graph."""
    sentence = expected(what, "a tensor", kind_returned(value))
    plain = (bool, int, float, complex, str, bytes, tuple, list, dict, set)
    check(not isinstance(value, plain) and hasattr(value, "detach"), sentence)
    value = value.detach()
    check(isinstance(value, torch.Tensor), sentence)
    return value


def as_number(what, value):
    """Return a value that should be a number, or a tensor with one number, as a float."""
    if not isinstance(value, Real):
        sentence = expected(what, "a number", kind_returned(value))
        check(hasattr(value, "detach"), sentence)
        value = as_tensor(what, value)
        shape = f"a tensor of shape {tuple(value.shape)}"
        check(value.numel() == 1, expected(what, "one number", shape))
    return float(value)
