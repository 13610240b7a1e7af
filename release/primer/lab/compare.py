"""Compare numbers and tensors, and write them in sentences."""

import torch

from .show import check


def close(one, other):
    """Return whether two tensors of one shape hold the same numbers, up to rounding."""
    one, other = one.detach().double(), other.detach().double()
    return bool(torch.allclose(one, other, rtol=1e-5, atol=1e-6))


def same_tensor(what, got, want):
    """Check that two tensors have the same shape and the same numbers."""
    got = as_tensor(what, got)
    check(
        got.shape == want.shape,
        f"{what} has shape {tuple(got.shape)}, it should have {tuple(want.shape)}.",
    )
    check(close(got, want), f"{what} is {numbers(got)}, it should be {numbers(want)}.")


def as_tensor(what, value):
    """Return a value that should be a tensor, without its graph."""
    check(value is not None, f"{what} is None (print shows a value, return hands it back).")
    plain = (bool, int, float, complex, str, bytes, tuple, list, dict, set)
    check(
        not isinstance(value, plain) and hasattr(value, "detach"),
        f"{what} should be a tensor, it is {name_of(value)}.",
    )
    value = value.detach()
    check(isinstance(value, torch.Tensor), f"{what} should be a tensor.")
    return value


def as_number(what, value):
    """Return a value that should be a number, or a tensor with one number, as a float."""
    check(value is not None, f"{what} is None (print shows a value, return hands it back).")
    if not isinstance(value, (int, float)):
        check(
            not isinstance(value, (complex, str, bytes, tuple, list, dict, set)),
            f"{what} should be a number, it is {name_of(value)}.",
        )
        value = as_tensor(what, value)
        check(value.numel() == 1, f"{what} should be one number.")
    return float(value)


def numbers(tensor):
    """Return the numbers of a tensor as text, without the word tensor."""
    if tensor is None:
        return "None"
    return str(rounded(tensor.detach().tolist()))


def rounded(value):
    """Return a number, or the numbers of nested lists, with six digits."""
    return [rounded(each) for each in value] if isinstance(value, list) else float(f"{value:.6g}")


def name_of(value):
    """Return the name of a value's type, with an article; for None, the usual reason."""
    if value is None:
        return "None (print shows a value, return hands it back)"
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
