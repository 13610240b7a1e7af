"""What the checks of the notebooks share: call an answer, compare it, say what is wrong with it.

Entry points: `ask` calls an answer; `check_...` compare what came back and raise `CheckFailed` with
one sentence. Checks of graphs are in `drawings.py`.
"""

import contextlib
import io
import math
import warnings
from collections import defaultdict
from numbers import Integral, Real

import torch
from show import check
from torch import nn

# What is surely no tensor, node or drawing. Other types are asked what they can do.
PLAIN = (type(None), bool, int, float, complex, str, bytes, tuple, list, dict, set)


def ask(function, *arguments):
    """Call a function without the noise that it makes; return what it returns."""
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        return function(*arguments)


def what_it_is(value):
    """Return half a sentence that says what a value is that should be another one."""
    if value is None:
        return "it is None: print shows a value, return hands it back"
    if type(value).__module__.partition(".")[0] == "numpy":
        return "it is a NumPy array, not a tensor"
    if isinstance(value, PLAIN):
        return f"it is of the type {type(value).__name__}"
    return "it is something else"


# ---- tensors: notebook 1 ----------------------------------------------------------------------


def make_case(n_out, n_in, batch, seed, dtype=torch.float32):
    """Return [weight, bias, x, grad_y] filled with random numbers."""
    draw = torch.Generator().manual_seed(seed)
    shapes = [(n_out, n_in), (n_out,), (batch, n_in), (batch, n_out)]
    return [torch.randn(shape, generator=draw, dtype=dtype) for shape in shapes]


def real_hooks(weight, bias, x, grad_y):
    """Run a real layer forward and backward; return what its two hooks receive."""
    received = []

    def keep(grad_input, grad_output):
        # Copies: backward goes on to use the tensors, and may change them.
        received.append([[grad.clone() for grad in grads] for grads in (grad_input, grad_output)])

    layer = nn.Linear(x.shape[1], weight.shape[0], dtype=x.dtype)
    layer.load_state_dict({"weight": weight, "bias": bias})
    x = x.clone().requires_grad_()
    y = layer(x)
    y.grad_fn.register_hook(keep)
    (y * grad_y).sum().backward()  # a loss whose gradient with respect to y is grad_y
    layer.register_full_backward_hook(lambda _, *gradients: keep(*gradients))
    (layer(x) * grad_y).sum().backward()
    of_node, of_module = received
    return of_module, of_node


def ask_pair(function, case):
    """Call a function with copies of the tensors of a case; return the two tuples it returns."""
    __tracebackhide__ = True
    answer = ask(function, *[tensor.clone() for tensor in case])
    what = "The function should return a pair of two tuples"
    check(isinstance(answer, (tuple, list)), f"{what}; {what_it_is(answer)}.")
    check(len(answer) == 2, f"{what}; yours holds {len(answer)} things.")
    return answer


def tensor_at(gradients, position, count, name):
    """Return the tensor at a position of a tuple that should hold `count` tensors, detached."""
    check(
        isinstance(gradients, (tuple, list)),
        f"{name} should be a tuple of tensors. A single tensor t becomes one by writing (t,).",
    )
    check(
        len(gradients) == count,
        f"{name} of the real hook holds {count} tensor(s), yours holds {len(gradients)}.",
    )
    name, got = f"{name}[{position}]", gradients[position]
    missing = "it is None, but here a gradient is there"
    why = missing if got is None else what_it_is(got)
    numpy = type(got).__module__.partition(".")[0] == "numpy"
    check(not isinstance(got, PLAIN) and not numpy, f"{name} should be a tensor; {why}.")
    got = got.detach()
    check(isinstance(got, torch.Tensor), f"{name} should be a tensor; {why}.")
    return got


def check_gradient(gradients, position, want, count, name, exact_type=False):
    """Compare the tensor at `position` of a tuple of `count` with the one that a real hook got.

    Another dtype counts as a mistake only with `exact_type`, so that it costs its points once.
    """
    got = tensor_at(gradients, position, count, name)
    name = f"{name}[{position}]"
    if exact_type:
        check(
            got.dtype == want.dtype,
            f"{name} has the dtype {got.dtype}, the real one has {want.dtype}.",
        )
    sentence = difference(name, got, want)
    check(sentence is None, sentence)


def check_one_of(gradients, want, name):
    """Look for a gradient in a tuple, at any position, as it is or transposed."""
    check(isinstance(gradients, (tuple, list)), f"{name} should be a tuple of tensors.")
    for position in [n for n, gradient in enumerate(gradients) if gradient is not None]:
        got = tensor_at(gradients, position, len(gradients), name)
        for version in (want, want.T):
            if got.shape == version.shape and near(got, version).all():
                return
    numbers = ", ".join(f"{entry:.5g}" for entry in want.flatten()[:3].tolist())
    hint = f"Its numbers begin with {numbers}, or the same turned round"
    check(False, f"{name} does not hold the gradient of the weight. {hint}.")


def difference(name, got, want):
    """Compare two tensors; return a sentence with both numbers and their relation, or None."""
    if got.shape != want.shape:
        turned = got.dim() == 2 and got.T.shape == want.shape and near(got.T, want).all()
        hint = ": it is the transpose" if turned else ""
        return f"{name} has the shape {tuple(got.shape)}, the real one {tuple(want.shape)}{hint}."
    wrong = ~near(got, want)
    if not wrong.any():
        return None
    place = tuple(wrong.nonzero()[0].tolist())
    mine, real = got[place].item(), want[place].item()
    at = f"[{', '.join(map(str, place))}]" if place else ""
    return ended(f"{name}{at} is {mine:.7g}, the real one {real:.7g}{relation(got, want)}")


def ended(sentence):
    """Return a sentence with a full stop, unless it ends with a question."""
    return sentence if sentence.endswith("?") else f"{sentence}."


def near(got, want):
    """Compare entry by entry, as exactly as the less precise of the two dtypes allows."""
    error = 1e-10 if got.dtype == want.dtype == torch.float64 else 1e-5
    return torch.isclose(got.to(want.dtype), want, rtol=error, atol=error)


def relation(got, want):
    """Say how the wrong numbers relate to the right ones, as the end of a sentence; "" if unknown.

    Both are tensors of one shape.
    """
    got, want = got.to(torch.float64).flatten(), want.to(torch.float64).flatten()
    if not got.isfinite().all():
        return ""
    size = want.abs().max()
    if torch.allclose(got, -want, rtol=1e-4, atol=1e-6):
        return ": the sign is turned"
    gap = (got - want).abs().max().item()
    if gap <= 0.006 * max(1.0, size):
        return f": off by {gap:.1g}; is it rounded?"
    for factor in range(2, 101):
        for times, word in [(1 / factor, "small"), (float(factor), "large")]:
            if size > 1e-6 and torch.allclose(got, times * want, rtol=1e-4, atol=1e-6):
                return f": {factor} times too {word}"
    places = len(want) > 1 and torch.allclose(got.sort()[0], want.sort()[0], rtol=1e-4, atol=1e-6)
    return ": the same entries in other places" if places else ""


# ---- records: notebook 2 ----------------------------------------------------------------------


def as_records(answer, exact_type=False):
    """Return the records of `trace_backward` as a list of (name, number or None, number or None).

    A tensor with one entry counts as a number, but with `exact_type` it is a mistake.
    """
    what = "trace_backward should return a list of records"
    check(isinstance(answer, (list, tuple)), f"{what}; {what_it_is(answer)}.")
    check(len(answer) > 0, "The list is empty: no hook was called, or none wrote its record.")
    records = []
    for record in answer:
        check(
            isinstance(record, (list, tuple)) and len(record) == 3,
            "Every record should hold three things: name, grad_input_sum, grad_output_sum.",
        )
        name, *sums = record
        check(isinstance(name, str), "The first thing in a record should be the name, a str.")
        records.append((name, *[as_number(name, value, exact_type) for value in sums]))
    return records


def as_number(name, value, exact_type):
    """Return a sum as a Python number, or None where it is None."""
    number = value is None or (isinstance(value, Real) and not isinstance(value, bool))
    if not number and not isinstance(value, PLAIN):
        one = isinstance(value, torch.Tensor) and value.numel() == 1
        check(one, f"In the record of {name!r}, a sum is not a number: did you forget .sum()?")
        check(not exact_type, f"In the record of {name!r}, a sum is a tensor: t.item() is a float.")
        return value.item()
    check(number, f"In the record of {name!r}, a sum should be a float; {what_it_is(value)}.")
    return value


def check_order(records, want, what):
    """Compare the names of records with those of `want`, a list of names or of records."""
    names = [record[0] for record in records]
    want = [entry if isinstance(entry, str) else entry[0] for entry in want]
    strangers = sorted(set(names) - set(want))
    check(
        not strangers,
        f"{what}: no child of the network is called {', '.join(map(repr, strangers))}. Are these "
        "layers inside a block, or records that were kept from an earlier call?",
    )
    check(
        len(names) == len(want),
        f"{what}: the hooks are called {len(want)} times, your list has {len(names)} records.",
    )
    check(
        names == want or names != want[::-1],
        f"{what}: this is the order of forward. Which layer is closest to the loss?",
    )
    check(
        names == want,
        f"{what}: the hooks fire in the order {', '.join(want)}; yours is {', '.join(names)}.",
    )


def check_sums(records, want, what, exact=True):
    """Compare the sums, child by child, in whatever order the records are.

    Records of what is no child are left to `check_order`.

    Without `exact`, a number may be rounded to two digits: that costs its points elsewhere.
    """
    got = defaultdict(list)
    for name, *sums in records:
        got[name].append(sums)
    for name, *sums in want:
        check(got[name], f"{what}: there are fewer records of {name!r} than calls of its hook.")
        titles = ("grad_input_sum", "grad_output_sum")
        for title, mine, real in zip(titles, got[name].pop(0), sums, strict=True):
            sentence = wrong_sum(mine, real, title, exact)
            check(sentence is None, ended(f"{what}: {title} of {name!r} {sentence}"))
    for name, *_ in want:
        check(not got[name], f"{what}: there are more records of {name!r} than calls of its hook.")


def wrong_sum(mine, real, title, exact):
    """Compare two sums, either of which may be None; return half a sentence, or None."""
    if mine is None and real is None:
        return None
    if real is None:
        return f"is {mine:.5g}, but no gradient is there: it should be None"
    if mine is None and real == 0:
        return "is None, but the gradient is there, and its sum is 0"
    if mine is None and title == "grad_output_sum":
        return f"is None, the real one {real:.5g}: a gradient arrives here; are the two swapped?"
    if mine is None:
        return f"is None, the real one {real:.5g}: a gradient leaves this layer"
    close = (1e-8, 1e-9) if exact else (1e-3, 6e-3)
    if math.isclose(mine, real, rel_tol=close[0], abs_tol=close[1]):
        return None
    numbers = torch.tensor([mine], dtype=torch.float64), torch.tensor([real], dtype=torch.float64)
    return f"is {mine:.7g}, the real one {real:.7g}{relation(*numbers)}"


# ---- outputs and counts: notebook 4 ------------------------------------------------------------


def check_output(output):
    """Look whether an answer is a tensor that has a graph."""
    what = "shared_network should return its output, a tensor"
    check(not isinstance(output, PLAIN), f"{what}; {what_it_is(output)}.")
    node = getattr(output, "next_functions", None) is not None
    check(not node, "Return the tensor itself, not its grad_fn.")
    check(hasattr(output, "grad_fn"), f"{what}; {what_it_is(output)}.")
    graph = output.grad_fn is not None
    check(graph, "This tensor has no graph: nothing that made it needs grad.")


def check_count(answer, want, what, exact_type=False):
    """Compare a count with the right one. A float counts as a mistake only with `exact_type`."""
    number = isinstance(answer, Real) and not isinstance(answer, bool)
    check(number, f"{what}: the answer should be an int; {what_it_is(answer)}.")
    if exact_type:
        check(
            isinstance(answer, Integral),
            f"{what}: the answer should be an int; a float has about 16 digits and then rounds.",
        )
    check(answer == want, f"{what}: this is not the number of edges; yours is {answer}.")
