"""Programs around a function of yours, which count or change something while it runs.

Entry points: `called_again`, `of_variables` (notebook 2), `check_guarded`, `once`,
`allow_two_grads` (3), `checkpoints`, `count_calls`, `check_pattern` (4), `count_recordings`,
`use_two`, `very_many_paths` (5), `count_runs`, `count_backwards`, `gradients_summed` (6).
"""

import torch

from .. import operators, simple_grad
from ..examples import entries_of
from ..helpers import squared_norm
from ..operators import installed, locked_operators
from ..show import check
from ..simple_grad import Variable, record, reset_tape
from ..wording import expected, kind_of
from .by_hand import by_hand
from .gradient_checks import NO_PATH, check_gradients
from .reference import equal, tensor64, torch_gradients
from .tape_checks import check_backward_entries, check_recorded
from .watched_runs import watched_run


def check_guarded(guarded):
    """Change tensors before and after a guarded product, or none; check errors and gradients.

    Prints the errors. Raises CheckFailed.
    """
    for which, name in [("left", "left"), ("right", "right"), ("result", "v0")]:
        said = error_of(changed(guarded, which))
        what = f"The tensor of {name} was changed in place between forward and backward"
        wanted = "propagate should raise a RuntimeError with its name"
        check(name in said, f"{what}: {wanted}. Raised: {said!r}")
        print("Raised:", said)
    left, right = tensor64(0.5, 1.0), tensor64(3.0, 4.0)
    values = {"left": left, "right": right}
    for which, factor in [("nothing", 1), ("left before", 2)]:
        outcome = watched_run(changed(guarded, which), values, second_loss=squared_norm)
        what = f"A guarded mul, changed is {which}"
        check_recorded(outcome, what)
        check_gradients(outcome["grads"], {"left": right, "right": left * factor}, values, what)
        second = {"left": 2 * left * factor, "right": 2 * right}
        check_gradients(outcome["second"], second, values, f"{what}, second gradients")
    row = {"a": tensor64([[1.0, 2.0]])}
    outcome = watched_run(lambda a: guarded(simple_grad.transpose)(a), row)
    check_gradients(outcome["grads"], {"a": tensor64([[1.0, 1.0]])}, row, "A guarded transpose")


def error_of(program):
    """Return the error of a program and its gradients as text, or an empty text."""
    left, right = ([0.5, 1.0], [3.0, 4.0])
    values = {"left": torch.tensor(left).double(), "right": torch.tensor(right).double()}
    try:
        watched_run(program, values)
    except NotImplementedError:
        raise
    except RuntimeError as error:
        return str(error)
    return ""


def changed(guarded, which):
    """Return a program with a guarded product that changes a tensor in place.

    which: "left", "right" or "result", whose tensor it changes after the product; "left before";
        or "nothing".
    """

    def program(left, right):
        if which == "left before":
            left.value.mul_(2)
        result = guarded(simple_grad.mul)(left, right)
        there = {"left": left, "right": right, "result": result}
        if which in there:
            there[which].value.mul_(100)
        return result

    return program


def called_again(operator, other):
    """Return an operator of a Variable and a shape that is called once more before its propagate.

    other: a tensor. It may have another shape; the second call leaves no entry on the tape.
    """

    def called(a, shape):
        result = operator(a, shape)
        before = list(simple_grad.tape)
        operator(Variable(other), shape)
        simple_grad.tape[:] = before
        return result

    return called


def of_variables(f):
    """Return f, which now takes Variables only, as a function with an operator of its own does."""

    def called(*inputs):
        for value in inputs:
            if not isinstance(value, Variable):
                raise TypeError(
                    f"{expected('An input of f', 'a Variable', kind_of(value))} f is a function of "
                    "Variables: make one of each tensor, with Variable(tensor)."
                )
        return f(*inputs)

    return called


def once(f):
    """Return f, which now takes Variables only, and may be called once."""
    calls = []

    def called(*variables):
        if not all(isinstance(one, Variable) for one in variables):
            raise TypeError("f gets Variables here, so torch's autograd cannot follow it.")
        calls.append(len(variables))
        if len(calls) > 1:
            raise ValueError("f should be called once.")
        forget_an_earlier_call(variables)
        return f(*variables)

    return called


def forget_an_earlier_call(inputs):
    """Reset the tape if it knows other Variables by the names of these.

    A function that names its Variables makes new ones of the same names when it is called again.
    """
    if any(simple_grad.variables.get(one.name, one) is not one for one in inputs):
        simple_grad.tape.clear()
        simple_grad.variables.clear()


@by_hand()
def allow_two_grads(function, *arguments):
    """Call an answer that may call `grad` twice; return what it returns.

    Meanwhile PyTorch refuses to differentiate. Raises ValueError at the third call of `grad`.
    """
    reset_tape()  # a function that names its Variables may be called again
    differentiate, calls, kept = installed("grad"), [], dict(locked_operators)

    def limited(loss, wanted):
        calls.append(loss.name)
        if len(calls) > 2:
            raise ValueError("grad was called more than twice.")
        return differentiate(loss, wanted)

    locked_operators["grad"] = limited
    try:
        return function(*arguments)
    finally:
        locked_operators.clear()
        locked_operators.update(kept)


def check_pattern(only_r):
    """Check a backward of (a + b) * b for the pattern g-; a program adds the one for -g.

    only_r: a function of a, b, t = a + b and the gradient of the result.

    Raises CheckFailed.
    """

    def aggregate(a, b):
        t = Variable(a.value + b.value)
        r = Variable(t.value * b.value)

        def propagate(grad_outputs):
            grad_r, grad_t = grad_outputs
            return [grad_t, grad_t] if grad_r is None else only_r(a, b, t, grad_r)

        record("aggregate", [a, b], [r, t], propagate)
        return r

    product = lambda a, b: (a + b) * b  # noqa: E731
    values = {"a": tensor64(1.0, 2.0), "b": tensor64(3.0, 4.0)}
    outcome = watched_run(aggregate, values, second_loss=squared_norm)
    first = torch_gradients(product, values)
    check_gradients(outcome["grads"], first, values, "First gradients")
    second = torch_gradients(product, values, second=True)
    check_gradients(outcome["second"], second, values, "Second gradients", NO_PATH)
    check_backward_entries(outcome, watched_run(product, values))


def checkpoints(checkpoint):
    """Return (title, program with a checkpoint, the same program without) of four programs."""

    def product(a, b):
        return (a + b) * b

    square = lambda x: x * x  # noqa: E731
    return [
        ("(a + b) * b", checkpoint(product), product),
        (
            "(a + b) * b, times a",
            lambda a, b: checkpoint(product)(a, b) * a,
            lambda a, b: (a + b) * b * a,
        ),
        ("a * a, times b", lambda a, b: checkpoint(square)(a) * b, lambda a, b: a * a * b),
        (
            "a * sum(b), times b",
            lambda a, b: checkpoint(lambda a, b: a * b.sum())(a, b) * b,
            lambda a, b: a * b.sum() * b,
        ),
    ]


def count_calls(checkpoint):
    """Return a program with two checkpoints, one after the other, that counts calls of both."""

    def counted(fn):
        calls = []

        def called(*inputs):
            calls.append(len(inputs))
            return fn(*inputs)

        return called, calls

    def program(a, b):
        inner, inner_calls = counted(lambda a, b: (a + b) * b)
        outer, outer_calls = counted(lambda a, b: a * b * a)
        r = checkpoint(outer)(checkpoint(inner)(a, b), b)
        if len(simple_grad.tape) != 2 or (len(inner_calls), len(outer_calls)) != (1, 1):
            raise ValueError("forward should record one entry per checkpoint, and run fn once.")
        simple_grad.grad(r.sum(), [a, b])
        if (len(inner_calls), len(outer_calls)) != (2, 2):
            raise ValueError(
                "fn should run once in forward, and once more when its entry's propagate is called."
                f" For two checkpoints, one after the other, it ran {len(inner_calls)} and "
                f"{len(outer_calls)} times."
            )
        return r

    return program


def list_from(faster, *tensors):
    """Return what a function by jit returns; TypeError if that is no list of one tensor."""
    returned = faster(*tensors)
    if not isinstance(returned, (list, tuple)):
        raise TypeError(expected("A function by jit", "a list of tensors", kind_of(returned)))
    if len(returned) != 1:
        raise TypeError(expected("Number of tensors by jit", 1, len(returned)))
    return returned


def use_two(jit):
    """Return a program that uses two jitted functions in turn, with numbers that change."""

    def program(a, b):
        product, total = jit(lambda a, b: [a * b]), jit(lambda a, b: [a + b])
        for factor in (1.0, 2.0):
            x, y = a.value * factor, b.value + factor
            for faster, right in [(product, x * y), (total, x + y)]:
                [found] = list_from(faster, x, y)
                if not torch.allclose(found, right):
                    what = "Two functions, a * b and a + b, each with a jit of its own: a result"
                    raise ValueError(
                        f"{expected(what, right, found)} Each needs programs of its own, and its "
                        "results come from the numbers that it gets."
                    )
        return Variable(a.value)

    return program


def ask_twice(needed):
    """Return a program that asks for what is needed, and looks at the lists that it passed."""

    def program(a, b):
        text = "v = c c; t = a b; u = b b; r = t t"
        given = [entries_of(text), ["a"], ["r"]]
        needed(*given)
        require_unchanged("needed", given, [entries_of(text), ["a"], ["r"]])
        return Variable(a.value)

    return program


class CountedNames(list):
    """Names of an entry that raise ValueError when they are read too often.

    names: a list of names.
    reads: a list with one number, how often such names were read; entries share it.
    """

    MOST_READS = 200_000  # with 50 entries, far more than entry by entry would take

    def __init__(self, names, reads):
        super().__init__(names)
        self.reads = reads

    def __iter__(self):
        self.reads[0] += 1
        if self.reads[0] > self.MOST_READS:
            raise ValueError(
                "needed reads each entry again for each path: there are too many paths for that."
            )
        return super().__iter__()

    def __getitem__(self, place):
        iter(self)
        return super().__getitem__(place)

    def __contains__(self, name):
        return any(name == one for one in self)


def very_many_paths(needed):
    """Return a program that asks for what is needed of a tape with millions of paths."""

    def program(a, b):
        constants = [f"c{n + 1} = c{n} c{n}" for n in range(25)]
        unused = ["d0 = a a", *(f"d{n + 1} = d{n} d{n}" for n in range(25))]
        reads = [0]
        given = [
            entry._replace(
                inputs=CountedNames(entry.inputs, reads),
                outputs=CountedNames(entry.outputs, reads),
            )
            for entry in entries_of("; ".join([*constants, *unused, "r = a c25"]))
        ]
        needed(given, ["a"], ["r"])
        return Variable(a.value)

    return program


def cut_twice(cut):
    """Return a program that calls `cut`, and looks at the lists that it passed."""

    def program(a, b):
        text = "v0 = a b; v1 = v0 b; v2 = g b; v3 = g v0"
        given = [entries_of(text), 2, ["a", "b"]]
        cut(*given)
        require_unchanged("cut", given, [entries_of(text), 2, ["a", "b"]])
        return Variable(a.value)

    return program


def require_unchanged(name, given, before):
    """Raise ValueError if a function has changed the lists that it was given."""
    if given != before:
        raise ValueError(
            f"{name} has changed a list that it was given. Leave the lists as they are."
        )


def count_recordings(jit):
    """Return a program that uses a jitted function, and counts how often it is recorded."""

    def program(a, b):
        calls = []

        def product(a, b):
            calls.append(len(calls))
            return [(a + b) * b]

        faster = jit(product)
        small, large = (a.value, b.value), (a.value.repeat(2), b.value.repeat(2))
        narrow, swapped = (a.value, b.value[:1]), (a.value[:1], b.value)
        for number, (pair, often) in enumerate(
            [
                (small, 1),
                (small, 1),
                (large, 2),
                (small, 2),
                (large, 2),
                (narrow, 3),
                (swapped, 4),
                (narrow, 4),
            ]
        ):
            tensors = [tensor + number for tensor in pair]
            [found] = list_from(faster, *tensors)
            if not isinstance(found, torch.Tensor):
                raise TypeError(expected("A function by jit", "tensors", kind_of(found)))
            if len(calls) != often:
                lists = ["one list", "two lists", "three lists", "four lists"][often - 1]
                what = f"Recordings of fn for {lists} of shapes"
                shapes = " and ".join(str(tuple(tensor.shape)) for tensor in tensors)
                raise ValueError(
                    f"{expected(what, often, len(calls))} The last call was with {shapes}. "
                    "The same shapes in another order need a recording of their own."
                )
            x, y = tensors
            if not found.equal((x + y) * y):
                raise ValueError(expected("(a + b) * b", (x + y) * y, found))
        return Variable(a.value)

    return program


def count_runs(aggregate):
    """Return a program that calls an aggregate with other numbers, and counts runs of fn.

    Before each call the tape is reset.
    """

    def program(a, b):
        calls = []

        def gated(a, b):
            calls.append(len(calls))
            return (a + b.sum()) * b * installed("gate")(a)

        operator, total = aggregate(gated), aggregate(lambda a, b: a + b)
        small, large = (a.value, b.value), (a.value.repeat(2), b.value.repeat(2))
        narrow, swapped = (a.value, b.value[:1]), (a.value[:1], b.value)
        for sign, pair, often in [
            (1, small, 1),
            (-1, small, 1),
            (1, large, 2),
            (-1, small, 2),
            (1, narrow, 3),
            (1, swapped, 4),
        ]:
            reset_tape()
            x, y = Variable(pair[0] * sign), Variable(pair[1] + sign)
            result = operator(x, y)
            if not isinstance(result, Variable):
                raise TypeError(expected("An aggregate's result", "a Variable", kind_of(result)))
            mask = (x.value > 0).to(x.value.dtype)
            if len(calls) != often:
                lists = ["one list", "two lists", "three lists", "four lists"][often - 1]
                raise ValueError(expected(f"Runs of fn for {lists} of shapes", often, len(calls)))
            found = [result, total(x, y), *simple_grad.grad(result.sum(), [x, y])]
            shifted = x.value + y.value.sum()
            right = [shifted * y.value * mask, x.value + y.value]
            right.append((y.value * mask).sum_to_size(x.shape))
            slope = (shifted * mask).expand(right[0].shape).sum_to_size(y.shape)
            right.append(slope + (y.value * mask).sum())
            titles = ["the value", "the value of a + b", "the gradient of a", "the gradient of b"]
            for title, mine, true in zip(titles, found, right, strict=True):
                mine = torch.zeros_like(true) if mine is None else mine.value
                if not equal(mine, true):
                    what = f"aggregate of (a + sum(b)) * b * gate(a), called again: {title}"
                    raise ValueError(
                        f"{expected(what, true, mine)} Each aggregate has recordings of its own, "
                        "and computes with the numbers that it gets."
                    )
        return Variable(a.value)

    return program


def count_backwards(aggregate):
    """Return a program that calls `grad` on two nodes, and counts recordings of backward.

    The same gradients are computed twice of the first node, and once of the second.
    """

    def program(a, b):
        runs = []
        counts = []

        def product(a, b):
            runs.append(len(runs))
            return (a + b) * b

        def counted(loss, wanted):
            counts[-1] += 1
            return differentiate(loss, wanted)

        def new_node():
            """Return new inputs, and the result of the operator."""
            reset_tape()
            inputs = [Variable(a.value), Variable(b.value)]
            return inputs, operator(*inputs)

        def calls_of_grad(inputs, result):
            """Compute first and second gradients; return how often `grad` was called."""
            counts.append(0)
            first = simple_grad.grad(result.sum(), inputs)
            simple_grad.grad(squared_norm(first), inputs)
            return counts[-1]

        operator = aggregate(product)
        inputs, result = new_node()
        if not isinstance(result, Variable):
            raise TypeError(expected("An aggregate's result", "a Variable", kind_of(result)))
        differentiate = installed("grad")
        kept = dict(operators.locked_operators)
        # Not `locked_operators`: the judge copies what this function reads by name.
        operators.locked_operators["grad"] = counted
        try:
            calls_of_grad(inputs, result)
            again = calls_of_grad(inputs, result)
            of_another = calls_of_grad(*new_node())
        finally:
            operators.locked_operators.clear()
            operators.locked_operators.update(kept)
        # If fn ran again for the second node, that costs the point of another check.
        recorded = again if len(runs) > 1 else max(again, of_another)
        if recorded > 2:
            by_which = "" if again > 2 else ", by another entry of this aggregate"
            raise ValueError(
                f"The same gradients were computed again{by_which}. The patterns were known, and a "
                "backward was recorded all the same. Keep each backward under its pattern, next to "
                "the recording."
            )
        return Variable(a.value)

    return program


def gradients_summed(fn):
    """Return a program: the squared norm of the gradients of fn(a, b) * a."""

    def program(a, b):
        return squared_norm(simple_grad.grad((fn(a, b) * a).sum(), [a, b]))

    return program
