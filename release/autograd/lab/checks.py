"""Helpers of the checks: call an answer, compare its result, and say what is wrong.

Entry points: `ask` calls an answer; `check_...` compare its result and raise `CheckFailed` with
one sentence. Checks of graphs are in `drawings.py`.
"""

import contextlib
import io
import math
import warnings
from collections import defaultdict
from numbers import Integral, Real

import torch

from .by_hand import REFUSED
from .show import CheckFailed, check

# Types that are surely not a tensor, node or drawing. Others are judged by their attributes.
PLAIN = (type(None), bool, int, float, complex, str, bytes, tuple, list, dict, set)


def ask(function, *arguments):
    """Call a function without showing its warnings; return its result."""
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        return function(*arguments)


def what_it_is(value):
    """Describe a value of the wrong type, in half a sentence."""
    if value is None:
        return "it is None (print shows a value, return hands it back)"
    if of_numpy(value):
        kind = type(value).__name__
        array = kind == "ndarray"
        return f"it is a NumPy {'array' if array else f'{kind} (.item() makes it a Python number)'}"
    if isinstance(value, torch.Tensor):
        return "it is a tensor (t.item() is the number in it)"
    return f"its type is {type(value).__name__}"


def of_numpy(value):
    """Return whether a value is an array or a number of NumPy."""
    return type(value).__module__.partition(".")[0] == "numpy"


def one_number(value):
    """Return the number in a tensor or a NumPy array of one entry; any other value as it is."""
    if isinstance(value, torch.Tensor) and value.numel() == 1:
        return value.item()
    if isinstance(value, float):  # np.float64 is one
        return value
    number = value.tolist() if of_numpy(value) and hasattr(value, "tolist") else value
    while isinstance(number, list) and len(number) == 1:
        (number,) = number
    return value if isinstance(number, list) else number


# ---- tensors: notebook 1 ----------------------------------------------------------------------


def make_case(n_out, n_in, batch, seed, dtype=torch.float32):
    """Return [weight, bias, x, grad_y] filled with random numbers."""
    draw = torch.Generator().manual_seed(seed)
    shapes = [(n_out, n_in), (n_out,), (batch, n_in), (batch, n_out)]
    return [torch.randn(shape, generator=draw, dtype=dtype) for shape in shapes]


def layer_of(case):
    """Describe the layer of a case, as the beginning of a sentence."""
    weight, _, x, _ = case
    kind = str(x.dtype).removeprefix("torch.")
    return (
        f"A layer with {weight.shape[1]} inputs and {weight.shape[0]} outputs, "
        f"a batch of {x.shape[0]}, {kind}"
    )


def ask_pair(without_autograd, function, case):
    """Call a function with copies of the tensors of a case; return its two tuples.

    `without_autograd(function, *arguments)` calls it while PyTorch refuses to differentiate. If
    the answer asks for a derivative, the check fails with one sentence.
    """
    __tracebackhide__ = True
    try:
        answer = ask(without_autograd, function, *[tensor.clone() for tensor in case])
    except RuntimeError as error:
        check(str(error) != REFUSED, REFUSED)
        raise
    what = "The function should return a pair of two tuples"
    check(isinstance(answer, (tuple, list)), f"{what}; {what_it_is(answer)}.")
    check(len(answer) == 2, f"{what}; yours holds {len(answer)} things.")
    return answer


def tensor_at(gradients, position, count, name):
    """Return the tensor at a position of a tuple that should hold `count` tensors, detached.

    With None for `count` it may hold any number of them that includes the position.
    """
    single = isinstance(gradients, torch.Tensor)
    why = "A single tensor t becomes one by writing (t,)" if single else what_it_is(gradients)
    check(
        isinstance(gradients, (tuple, list)), f"{name} should be a tuple of tensors. {upper(why)}."
    )
    if count is None:
        check(position < len(gradients), f"{name} has nothing at position {position}.")
    else:
        tensors = "1 tensor" if count == 1 else f"{count} tensors"
        check(
            len(gradients) == count,
            f"{name} of the real hook holds {tensors}, yours holds {len(gradients)}.",
        )
    name, got = f"{name}[{position}]", gradients[position]
    missing = "it is None, but there is a gradient here"
    why = missing if got is None else what_it_is(got)
    plain = isinstance(got, PLAIN) or of_numpy(got)
    check(not plain, f"{name} should be a tensor; {why}.")
    got = got.detach()
    check(isinstance(got, torch.Tensor), f"{name} should be a tensor; {why}.")
    return got


def check_gradient(gradients, position, want, name, exact_type=False, counted=True):
    """Compare the tensor at `position` of a tuple with the one that a real hook received.

    `want` is the whole tuple that the hook received. A wrong dtype counts as a mistake only with
    `exact_type`, and a wrong number of tensors only with `counted`, so that each costs its points
    once.
    """
    count = len(want) if counted else None
    got, want = tensor_at(gradients, position, count, name), want[position]
    name = f"{name}[{position}]"
    if exact_type:
        check(
            got.dtype == want.dtype,
            f"{name} has dtype {got.dtype}, the real one has {want.dtype}.",
        )
    sentence = difference(name, got, want)
    check(sentence is None, sentence)


def check_not_swapped(answer, want, names):
    """Check that the tuples of an answer, and the tensors in each, are in the right order.

    `want` is the pair that a real hook received, `names` are the names of its two parts.
    """
    check(
        not (holds(answer[0], want[1]) and holds(answer[1], want[0])),
        f"The two tuples are swapped; {names[0]} comes first, then {names[1]}.",
    )
    for name, mine, real in zip(names, answer, want, strict=True):
        check(
            holds(mine, real) or len(real) < 2 or not holds(mine, real, any_order=True),
            f"All tensors of {name} are there, but not in the order the hook receives them.",
        )


def holds(gradients, want, any_order=False):
    """Return whether a tuple holds the tensors that are wanted, as they are or transposed."""
    if not isinstance(gradients, (tuple, list)) or len(gradients) != len(want):
        return False
    if not all(isinstance(gradient, torch.Tensor) for gradient in gradients):
        return False
    gradients = [gradient.detach() for gradient in gradients]
    if any_order:
        return all(any(same_or_turned(got, real) for got in gradients) for real in want)
    return all(same_or_turned(got, real) for got, real in zip(gradients, want, strict=True))


def same_or_turned(got, want):
    """Return whether two tensors are equal, or one is the transpose of the other."""
    turned = want.T if want.dim() == 2 else want
    return any(got.shape == t.shape and bool(near(got, t).all()) for t in (want, turned))


def check_one_of(gradients, want, name):
    """Look for a gradient in a tuple, at any position, as it is or transposed."""
    tuples = isinstance(gradients, (tuple, list))
    check(tuples, f"{name} should be a tuple of tensors; {what_it_is(gradients)}.")
    for position in [n for n, gradient in enumerate(gradients) if gradient is not None]:
        if same_or_turned(tensor_at(gradients, position, len(gradients), name), want):
            return
    check(False, f"{name} does not hold the gradient of the weight, nor its transpose.")


def check_own_loss(gradients, case, real, name):
    """Check that an answer is not made from y, or from the loss of step 2, instead of grad_y.

    `real(grad_y)` gives the tensors that the hook of a real layer receives in this tuple.
    """
    weight, bias, x, _ = case
    y = x @ weight.T + bias
    for wrong, said in [(y, "the output y itself"), (2 * y, "2 y, which belongs to one loss only")]:
        check(
            not holds(gradients, real(wrong)),
            f"{name} is made from {said}. Each loss has its own gradient, which you get as grad_y.",
        )


def check_moves(without_autograd, function, case, name):
    """Check that the first tuple of an answer changes when grad_y does, as every right one does.

    Arguments are those of `ask_pair`; `name` is the name of the tuple.
    """
    *layer, grad_y = case
    cases = [case, [*layer, grad_y.flip(0).flip(1) * 2 + 1]]
    mine, other = [ask_pair(without_autograd, function, each)[0] for each in cases]
    there = isinstance(mine, (tuple, list)) and all(isinstance(t, torch.Tensor) for t in mine)
    check(
        not (there and mine and holds(other, [t.detach() for t in mine])),
        f"Your {name} stays the same when grad_y changes. What does the chain rule multiply by?",
    )


def upper(sentence):
    """Return a sentence with a capital at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def difference(name, got, want):
    """Compare two tensors; return a sentence with both numbers and their relation, or None."""
    if got.shape != want.shape:
        turned = got.dim() == 2 and same_or_turned(got, want)
        hint = "; it is the transpose" if turned else ""
        return f"{name} has shape {tuple(got.shape)}, the real one {tuple(want.shape)}{hint}."
    wrong = ~near(got, want)
    if not wrong.any():
        return None
    place = tuple(wrong.nonzero()[0].tolist())
    mine, real = got[place].item(), want[place].item()
    at = f"[{', '.join(map(str, place))}]" if place else ""
    turned = got.dim() == 2 and same_or_turned(got, want)
    how = "; it is the transpose" if turned else relation(got, want)
    return ended(f"{name}{at} is {mine:.7g}, the real one {real:.7g}{how}")


def ended(sentence):
    """Return a sentence with a full stop, unless it ends with a question mark."""
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
        return "; the sign is flipped"
    gap = (got - want).abs().max().item()
    if gap <= 0.006 * max(1.0, size):
        return f"; it is off by {gap:.1g}. Is it rounded?"
    for factor in range(2, 101):
        for times, word in [(1 / factor, "small"), (float(factor), "large")]:
            if size > 1e-6 and torch.allclose(got, times * want, rtol=1e-4, atol=1e-6):
                return f"; that is {factor} times too {word}"
    places = len(want) > 1 and torch.allclose(got.sort()[0], want.sort()[0], rtol=1e-4, atol=1e-6)
    return "; the right entries in the wrong places" if places else ""


# ---- records: notebook 2 ----------------------------------------------------------------------


_call_before = []  # the text of each record that the call before returned


def without_earlier(answer):
    """Return a list of records without those of the call before, if it begins with them.

    So a list that is kept from call to call costs its points once, in `check_no_leftovers`.
    """
    written, before = list(map(repr, answer)), list(_call_before)
    _call_before[:] = written
    kept = before and len(written) > len(before) and written[: len(before)] == before
    return answer[len(before) :] if kept else answer


def check_no_leftovers(answer):
    """Check that a list of records does not begin with those of the call before."""
    if isinstance(answer, (list, tuple)):
        check(
            len(without_earlier(answer)) == len(answer),
            "The list still holds the records of the call before. Make a new list in each call.",
        )


def as_records(answer, exact_type=False, sums=True):
    """Return the records of `trace_backward` as a list of (name, number or None, number or None).

    A tensor with one entry, or a number as text, counts as a number, but with `exact_type` it is a
    mistake. Without `sums`, they are not looked at, and the list has None for them. Records of the
    call before are left out.
    """
    what = "trace_backward should return a list of records"
    check(isinstance(answer, (list, tuple)), f"{what}; {what_it_is(answer)}.")
    answer = without_earlier(answer)
    check(len(answer) > 0, "The list is empty, so no hook was called, or none wrote its record.")
    records = []
    for record in answer:
        check(
            isinstance(record, (list, tuple)) and len(record) == 3,
            "Every record should hold three things, name, grad_input_sum and grad_output_sum.",
        )
        name, *values = record
        check(isinstance(name, str), "The first thing in a record should be the name, a str.")
        numbers = [as_number(name, value, exact_type) if sums else None for value in values]
        records.append((name, *numbers))
    return records


def as_number(name, value, exact_type):
    """Return a sum as a Python number, or None if it is None."""
    number = one_number(value)
    if isinstance(value, str):
        with contextlib.suppress(ValueError):
            number = float(value)
    fits = number is None or (isinstance(number, Real) and not isinstance(number, bool))
    several = isinstance(value, torch.Tensor) and value.numel() != 1
    why = "it has several entries; did you forget .sum()?" if several else what_it_is(value)
    sentence = ended(f"In the record of {name!r}, a sum should be a float; {why}")
    check(fits and (number is value or not exact_type), sentence)
    return number


def check_order(records, want, what, silent=(), order=True):
    """Compare the names of records with those of `want`, a list of names or of records.

    `silent` are the names of children whose hook is not called. Without `order`, the names may be
    in any order.
    """
    names = [record[0] for record in records]
    want = [entry if isinstance(entry, str) else entry[0] for entry in want]
    strangers = sorted(set(names) - set(want))
    called = ", ".join(map(repr, strangers))
    check(
        not set(strangers) & set(silent),
        f"{what}: the hook of {called} is not called here, because no gradient reaches it. Did "
        "your function make a parameter, or x, require grad?",
    )
    check(
        not strangers,
        f"{what}: no child of the network is called {called}. The names are those that "
        "named_children() gives, without layers inside a block and without earlier calls.",
    )
    check(
        len(names) == len(want),
        f"{what}: the hooks are called {len(want)} times, your list has {len(names)} records.",
    )
    names, want = (names, want) if order else (sorted(names), sorted(want))
    check(
        names == want or names != want[::-1],
        f"{what}: this is the order of forward. Which layer is closest to the loss?",
    )
    check(
        names == want,
        f"{what}: the hooks fire in the order {', '.join(want)}; yours is {', '.join(names)}.",
    )


def check_sums(records, want, what, exact=True, numbers=True):
    """Compare the sums, child by child, whatever the order of the records.

    Records with an unknown name are left to `check_order`. Without `exact`, a number may
    be rounded to two digits; without `numbers`, any number is accepted. Both
    mistakes cost their points elsewhere.
    """
    if len({name for name, *_ in records}) == 1 and len(records) == len(want):
        # One name for all, as a loop variable causes, costs its points in `check_order`.
        records = [(name, *sums) for (name, *_), (_, *sums) in zip(want, records, strict=True)]
    got = defaultdict(list)
    for name, *sums in records:
        got[name].append(sums)
    for name, *sums in want:
        check(got[name], f"{what}: there are fewer records of {name!r} than calls of its hook.")
        titles, found = ("grad_input_sum", "grad_output_sum"), got[name].pop(0)
        for title, mine, real in zip(titles, found, sums, strict=True):
            wrong = wrong_sum(mine, real, title, exact)
            free = not numbers and mine is not None and real is not None
            sentence = ended(f"{what}: {title} of {name!r} {wrong}")
            if swapped(found, sums):
                sentence = f"{what}: the two sums of {name!r} are swapped. {titles[0]}, of what "
                sentence += "leaves the layer, comes first."
            check(free or wrong is None, sentence)
    for name, *_ in want:
        check(not got[name], f"{what}: there are more records of {name!r} than calls of its hook.")


def fits_order(records, want):
    """Return whether the names of records are those of `want`, in their order."""
    try:
        check_order(records, want, "")
    except CheckFailed:
        return False
    return True


def fits_sums(records, want):
    """Return whether the sums of records are right, except for their last digits."""
    try:
        check_sums(records, want, "", exact=False)
    except CheckFailed:
        return False
    return True


def swapped(mine, real):
    """Return whether two sums, either of which may be None, are `real` in the wrong order."""
    pairs = list(zip(mine, reversed(real), strict=True))
    there = [pair for pair in pairs if None not in pair]
    near = all(math.isclose(*pair, rel_tol=1e-3, abs_tol=1e-6) for pair in there)
    return near and all(got is want for got, want in pairs if None in (got, want))


def wrong_sum(mine, real, title, exact):
    """Compare two sums, either of which may be None; return half a sentence, or None."""
    if mine is None and real is None:
        return None
    if real is None:
        return f"is {mine:.5g}, but there is no gradient, so it should be None"
    if mine is None and real == 0:
        return "is None, but there is a gradient, and its sum is 0"
    if mine is None:
        place = "arrives at" if title == "grad_output_sum" else "leaves"
        return f"is None, the real one {real:.5g}; a gradient {place} this layer"
    close = (1e-8, 1e-9) if exact else (1e-3, 6e-3)
    if math.isclose(mine, real, rel_tol=close[0], abs_tol=close[1]):
        return None
    if math.isclose(mine, real, rel_tol=1e-5, abs_tol=1e-6):
        return f"is {mine:.12g}, the real one {real:.12g}; is it rounded, or float32?"
    numbers = torch.tensor([mine], dtype=torch.float64), torch.tensor([real], dtype=torch.float64)
    return f"is {mine:.7g}, the real one {real:.7g}{relation(*numbers)}"


# ---- outputs and counts: notebook 4 ------------------------------------------------------------


def check_output(output):
    """Check that an answer is a tensor with a graph."""
    what = "shared_network should return its output, a tensor"
    check(not isinstance(output, PLAIN), f"{what}; {what_it_is(output)}.")
    node = getattr(output, "next_functions", None) is not None
    check(not node, "Return the tensor itself, not its grad_fn.")
    check(hasattr(output, "grad_fn"), f"{what}; {what_it_is(output)}.")
    graph = output.grad_fn is not None
    leaf = not graph and getattr(output, "requires_grad", False) is True
    check(not leaf, "This tensor is a leaf: no recorded operation made it.")
    check(graph, "This tensor has no graph: it does not require grad.")


def check_count(answer, want, what, exact_type=False):
    """Compare a count with the right one. A float counts as a mistake only with `exact_type`."""
    number = one_number(answer)
    fits = isinstance(number, Real) and not isinstance(number, bool)
    check(fits, f"{what}: the answer should be an int; {what_it_is(answer)}.")
    if exact_type:
        check(
            number is answer and isinstance(answer, (Integral, float)),
            f"{what}: the answer should be an int; {what_it_is(answer)}.",
        )
        check(
            isinstance(answer, Integral),
            f"{what}: the answer should be an int; a float has about 16 digits and then rounds.",
        )
    why = near_miss(number, want)
    check(number == want, f"{what}: you return {number}{why}.")


def near_miss(number, want):
    """Explain a wrong count of edges, as the end of a sentence.

    `want` is the number of edges without a visited set after n rounds of t = t + t, which is
    2 ** (n + 1) - 2.
    """
    n = (want + 2).bit_length() - 2
    if want > 2**53 and number == float(want):
        return ", which was a float along the way, and floats have about 16 digits"
    counted = {
        want + 1: "the number of visits, of which the first one comes along no edge",
        (want + 2) // 2: "the number of arrows into the leaf, on the last level alone",
        2 * n: "the number of edges drawn with the visited set",
    }
    if number in counted:
        either = ", or of those on the last level alone" if n == 2 and number == 2 * n else ""
        return f", which is {counted[number]}{either}"
    return ", which is two too many" if number == want + 2 else ", which is not the number of edges"


def ask_for_none(function):
    """Call a function that counts edges with n = 0; fail with one sentence if it raises there."""
    __tracebackhide__ = True
    try:
        return ask(function, 0)
    except NotImplementedError:
        raise
    except Exception as error:
        raise CheckFailed(
            f"n = 0: your function fails with {type(error).__name__}. There is no addition yet, so "
            "there is no edge. Return 0."
        ) from None
