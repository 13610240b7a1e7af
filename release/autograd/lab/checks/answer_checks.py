"""Helpers of the checks: call an answer, compare its result, and say what is wrong.

Entry points: `ask` calls an answer; `check_...` compare its result and raise `CheckFailed` with
one sentence. Checks of graphs are in `drawing_checks.py`.
"""

import contextlib
import io
import math
import warnings
from collections import defaultdict
from numbers import Integral, Real

import torch

from ..show import CheckFailed, check
from ..wording import counted, expected, kind_of, kind_returned, of_numpy, stable
from .by_hand import REFUSED

# Types that are surely not a tensor, node or drawing. Others are judged by their attributes.
PLAIN = (type(None), bool, int, float, complex, str, bytes, tuple, list, dict, set)


def ask(function, *arguments):
    """Call a function without showing its warnings; return its result."""
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        return function(*arguments)


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


NO_RECORD = (
    "The list is empty, so no hook was called, or none wrote its record. Were the hooks there when "
    "forward ran?"
)

# ---- tensors: notebook 1 ----------------------------------------------------------------------


def make_case(n_out, n_in, batch, seed, dtype=torch.float32):
    """Return [weight, bias, x, grad_y] filled with random numbers."""
    draw = torch.Generator().manual_seed(seed)
    shapes = [(n_out, n_in), (n_out,), (batch, n_in), (batch, n_out)]
    return [torch.randn(shape, generator=draw, dtype=dtype) for shape in shapes]


def zeros_and_large_numbers():
    """Return a case whose bias and some of whose inputs are 0, and two of whose rows are equal.

    What arrives is large. All numbers are whole, so that no sum is rounded.
    """
    numbers = [
        [[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]],
        [0.0, 0.0],
        [[0.0, 1.0, 2.0], [0.0, 1.0, 2.0], [3.0, 0.0, 0.0]],
        [[100.0, 200.0], [300.0, -400.0], [500.0, 0.0]],
    ]
    return [torch.tensor(each) for each in numbers]


def layer_of(case):
    """Describe the layer of a case, as the beginning of a sentence."""
    weight, _, x, _ = case
    kind = str(x.dtype).removeprefix("torch.")
    return (
        f"A layer with {counted(weight.shape[1], 'input')} and "
        f"{counted(weight.shape[0], 'output')}, "
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
    what = "What your function returns"
    pair = "a pair of two tuples"
    check(isinstance(answer, (tuple, list)), expected(what, pair, kind_returned(answer)))
    check(len(answer) == 2, expected(what, pair, counted(len(answer), "value")))
    return answer


def tensor_at(gradients, position, count, name):
    """Return the tensor at a position of a tuple that should hold `count` tensors, detached.

    With None for `count` it may hold any number of them that includes the position.
    """
    sentence = expected(name, "a tuple of tensors", kind_of(gradients))
    if isinstance(gradients, torch.Tensor):
        sentence += " If t is a tensor, (t,) is a tuple that holds it."
    check(isinstance(gradients, (tuple, list)), sentence)
    if count is None:
        check(position < len(gradients), f"{name} has nothing at position {position}.")
    else:
        wrong_count = expected(f"len({name})", count, len(gradients))
        check(len(gradients) == count, wrong_count)
    got = gradients[position]
    sentence = expected(f"{name}[{position}]", "a tensor", kind_of(got))
    check(got is not None, f"{sentence} There is a gradient here.")
    plain = isinstance(got, PLAIN) or of_numpy(got)
    check(not plain, sentence)
    got = got.detach()
    check(isinstance(got, torch.Tensor), sentence)
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
        wrong_dtype = expected(f"{name}.dtype", str(want.dtype), str(got.dtype))
        check(got.dtype == want.dtype, wrong_dtype)
    sentence = difference(name, got, want)
    check(sentence is None, sentence)


def check_dtype(gradients, want, name):
    """Compare the dtypes of a tuple of tensors with those of a real hook, if the numbers are right.

    Wrong numbers cost their point elsewhere.
    """
    if not holds(gradients, want):
        return
    for position, (got, real) in enumerate(zip(gradients, want, strict=True)):
        wrong_dtype = expected(f"{name}[{position}].dtype", str(real.dtype), str(got.dtype))
        check(got.dtype == real.dtype, wrong_dtype)


def check_arguments(changed_arguments, function, case):
    """Check that an answer leaves the tensors that it is passed as they were.

    `changed_arguments(function, *arguments)` calls it and returns the positions of those that it
    has changed.
    """
    __tracebackhide__ = True
    places = ask(changed_arguments, function, *[tensor.clone() for tensor in case])
    names = [("weight", "bias", "x", "grad_y")[place] for place in places]
    check(
        not names,
        f"Your function has changed {' and '.join(names)}, which other code still uses. Work on a "
        "copy.",
    )


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
    sentence = expected(name, "a tuple of tensors", kind_of(gradients))
    check(isinstance(gradients, (tuple, list)), sentence)
    for position in [n for n, gradient in enumerate(gradients) if gradient is not None]:
        if same_or_turned(tensor_at(gradients, position, len(gradients), name), want):
            return
    check(False, f"{name} holds neither the gradient of the weight nor its transpose.")


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


def difference(name, got, want):
    """Compare two tensors; return a sentence with both numbers and their relation, or None."""
    turned = got.dim() == 2 and same_or_turned(got, want)
    if got.shape != want.shape:
        sentence = expected(f"{name}.shape", tuple(want.shape), tuple(got.shape))
    else:
        sentence = wrong_entry(name, got, want)
    if sentence and turned:
        return f"{sentence} It is the transpose."
    if sentence and got.shape == want.shape:
        return f"{sentence}{relation(got, want)}"
    return sentence


def wrong_entry(name, got, want):
    """Return a sentence on the first entry in which two tensors of one shape differ, or None."""
    wrong = ~near(got, want)
    if not wrong.any():
        return None
    place = tuple(wrong.nonzero()[0].tolist())
    at = f"[{', '.join(map(str, place))}]" if place else ""
    return expected(f"{name}{at}", want[place].item(), got[place].item())


def near(got, want):
    """Compare entry by entry, as exactly as the less precise of the two dtypes allows."""
    error = 1e-10 if got.dtype == want.dtype == torch.float64 else 1e-5
    return torch.isclose(got.to(want.dtype), want, rtol=error, atol=error)


def relation(got, want):
    """Return a sentence, after a blank, on how wrong numbers relate to the right ones, or "".

    Both are tensors of one shape.
    """
    got, want = got.to(torch.float64).flatten(), want.to(torch.float64).flatten()
    if not got.isfinite().all():
        return ""
    size = want.abs().max()
    if torch.allclose(got, -want, rtol=1e-4, atol=1e-6):
        return " The sign is flipped."
    gap = (got - want).abs().max().item()
    if gap <= 0.006 * max(1.0, size):
        return f" It is off by {gap:.1g}. Is it rounded?"
    for factor in range(2, 101):
        for times, word in [(1 / factor, "small"), (float(factor), "large")]:
            if size > 1e-6 and torch.allclose(got, times * want, rtol=1e-4, atol=1e-6):
                return f" It is {factor} times too {word}."
    places = len(want) > 1 and torch.allclose(got.sort()[0], want.sort()[0], rtol=1e-4, atol=1e-6)
    return " The entries are right, but in the wrong places." if places else ""


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
    sentence = expected("trace_backward", "a list of records", kind_returned(answer))
    check(isinstance(answer, (list, tuple)), sentence)
    answer = without_earlier(answer)
    check(len(answer) > 0, NO_RECORD)
    records = []
    for record in answer:
        check(
            isinstance(record, (list, tuple)) and len(record) == 3,
            "Every record should hold three values: name, grad_input_sum and grad_output_sum.",
        )
        name, *values = record
        sentence = expected("The name in a record", "a str", kind_of(name))
        check(isinstance(name, str), sentence)
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
    sentence = expected(f"A sum in the record of {stable(name)!r}", "a float", kind_of(value))
    if isinstance(value, torch.Tensor) and value.numel() != 1:
        sentence += " It has several entries: did you forget .sum()?"
    elif isinstance(value, torch.Tensor) or of_numpy(value):
        sentence += " Its .item() is a float."
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
    called = stable(", ".join(map(repr, strangers)))
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
    wrong_count = expected(f"{what}: number of records", len(want), len(names))
    check(len(names) == len(want), f"{wrong_count} Each call of a hook adds one.")
    names, want = (names, want) if order else (sorted(names), sorted(want))
    check(
        names == want or names != want[::-1],
        f"{what}: this is the order of forward. Which layer is closest to the loss?",
    )
    check(names == want, expected(f"{what}: order of the hooks", ", ".join(want), ", ".join(names)))


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
            free = not numbers and mine is not None and real is not None
            sentence = wrong_sum(f"{what}: {title} of {name!r}", mine, real, exact)
            if sentence and swapped(found, sums):
                sentence = f"{what}: the two sums of {name!r} are swapped. {titles[0]}, of what "
                sentence += "leaves the layer, comes first."
            check(free or sentence is None, sentence)
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


def wrong_sum(what, mine, real, exact):
    """Compare two sums, either of which may be None; return a sentence, or None."""
    if mine is None and real is None:
        return None
    sentence = expected(what, real, mine)
    if real is None:
        return f"{sentence} There is no gradient here."
    if mine is None:
        return f"{sentence} There is a gradient here."
    relative, absolute = (1e-8, 1e-9) if exact else (1e-3, 6e-3)
    if math.isclose(mine, real, rel_tol=relative, abs_tol=absolute):
        return None
    if math.isclose(mine, real, rel_tol=1e-5, abs_tol=1e-6):
        return f"{sentence} Is it rounded, or float32?"
    numbers = torch.tensor([mine], dtype=torch.float64), torch.tensor([real], dtype=torch.float64)
    return f"{sentence}{relation(*numbers)}"


# ---- outputs and counts: notebook 4 ------------------------------------------------------------


def check_output(output):
    """Check that an answer is a tensor with a graph."""
    sentence = expected("shared_network", "its output, a tensor", kind_returned(output))
    check(not isinstance(output, PLAIN), sentence)
    node = getattr(output, "next_functions", None) is not None
    check(not node, "Return the tensor itself, not its grad_fn.")
    check(hasattr(output, "grad_fn"), sentence)
    graph = output.grad_fn is not None
    leaf = not graph and getattr(output, "requires_grad", False) is True
    check(not leaf, "This tensor is a leaf: no recorded operation made it.")
    check(graph, "This tensor has no graph: it does not require grad.")


def check_count(answer, want, what, exact_type=False):
    """Compare a count with the right one. A float counts as a mistake only with `exact_type`."""
    number = one_number(answer)
    fits = isinstance(number, Real) and not isinstance(number, bool)
    sentence = expected(what, "an int", kind_returned(answer))
    check(fits, sentence)
    if exact_type:
        check(number is answer and isinstance(answer, (Integral, float)), sentence)
        digits = "A float has about 16 digits and then rounds."
        check(isinstance(answer, Integral), f"{sentence} {digits}")
    check(number == want, f"{expected(what, want, number)}{near_miss(number, want)}")


def near_miss(number, want):
    """Return a sentence, after a blank, on where a wrong count of edges comes from, or "".

    `want` is the number of edges without a visited set after n rounds of t = t + t, which is
    2 ** (n + 1) - 2.
    """
    n = (want + 2).bit_length() - 2
    if want > 2**53 and number == float(want):
        return " It was a float along the way, and floats have about 16 digits."
    named = {
        want + 1: "the number of visits, of which the first one comes along no edge",
        (want + 2) // 2: "the number of arrows into the leaf, on the last level only",
        2 * n: "the number of edges drawn with the visited set",
    }
    if number in named:
        either = ", or of those on the last level only" if n == 2 and number == 2 * n else ""
        return f" That is {named[number]}{either}."
    return " That is two too many." if number == want + 2 else ""


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
