"""Try your functions out: `run`, `try_operator`, `compare`, `squared_norm`, `gradients_of`.

`run` and `try_operator` return plain data: numbers, text and tensors. The checks look at that data.
While they run, PyTorch refuses to differentiate: an answer's gradients come from the tape.
"""

import contextlib

import torch

from . import simple_grad
from .checks.by_hand import by_hand
from .simple_grad import (
    Variable,
    checked,
    operators,
    pinned,
    record,
    reset_tape,
    tape,
)
from .wording import counted, expected, kind_of, kind_returned

torch.set_num_threads(1)  # small tensors: threads would only wait for each other


@by_hand()
def run(program, values, second_loss=None, repeat=False, differentiate=simple_grad.grad):
    """Run a program on a new tape, and `grad` on what it returns.

    program: a function of Variables that returns one. What is no scalar is summed up.
    values: {name: tensor}; for each one the program gets a Variable.
    second_loss: a function of the list of gradients that returns a second scalar, or None.
    repeat: whether to compute the same gradients a second time.
    differentiate: the function that computes the gradients; the installed `grad`, if left out.

    Returns a dict of plain data:
        value: what the program returned, a tensor.
        loss: the name of the scalar that was differentiated first.
        grads, again, second: {name: tensor or None}; gradients of the result, the same
            computed again, and those of the second loss.
        tape: the entries of the program, as (operator, inputs, outputs).
        kept: whether they were still the same after all this.
        reordered: whether they were all there after the first grad, in another order.
        arrived: the names for which entries returned a gradient in the first grad, and the loss.
        unmade: what the entries of the first grad read and no entry made: names of Variables that
            are not inputs, and not the same number everywhere, as a factor or a seed is.
        calls: for each time that `grad` ran, a list of (number of the entry, operator, outputs),
            in the order in which their propagate was called. The last has a letter for each output:
            g for one that received a gradient, - for one that received None.
        sizes: how many entries there were after the program, after the first grad, after the second
            loss, after its grad.
    """
    reset_tape()
    inputs = [Variable(value.clone(), name) for name, value in values.items()]
    output = program(*inputs)
    if not isinstance(output, Variable):
        raise TypeError(expected("The program's result", "a Variable", kind_returned(output)))
    outcome = {"value": output.value, "tape": plain_entries(tape), "calls": [], "sizes": []}
    loss = output if output.shape == () else output.sum()
    outcome["sizes"].append(len(tape))
    outcome |= {"loss": loss.name, "arrived": [loss.name]}

    gradients = watched_grad(differentiate, loss, inputs, outcome, outcome["arrived"])
    outcome["grads"] = plain(values, gradients)
    after_first, now = list(tape), plain_entries(tape)
    turned = now[: len(outcome["tape"])] != outcome["tape"]
    outcome["reordered"] = turned and all(entry in now for entry in outcome["tape"])
    outcome["sizes"].append(len(after_first))
    outcome["unmade"] = unmade(after_first, outcome["sizes"][0], values)
    if repeat:
        outcome["again"] = plain(values, watched_grad(differentiate, loss, inputs, outcome))
    if second_loss:
        second = second_loss(gradients)
        outcome["sizes"].append(len(tape))
        if second is None:
            outcome["second"] = dict.fromkeys(values)
        else:
            outcome["second"] = plain(values, watched_grad(differentiate, second, inputs, outcome))
        outcome["sizes"].append(len(tape))
    outcome["kept"] = plain_entries(tape[: len(after_first)]) == plain_entries(after_first)
    outcome["kept"] &= plain_entries(after_first[: len(outcome["tape"])]) == outcome["tape"]
    return outcome


def watched_grad(differentiate, loss, inputs, outcome, arrived=None):
    """Compute gradients, and note in `outcome` which entries' propagate is called.

    arrived: a list that gets the names for which entries return a gradient, or None.
    """
    calls = []
    before = list(tape)
    for number, entry in enumerate(before):
        tape[number] = entry._replace(propagate=watched(number, entry, calls, arrived))
    outcome["calls"].append(calls)
    try:
        gradients = checked(differentiate(loss, inputs), inputs)
    except KeyError as missing:
        if missing.args[0] not in {*simple_grad.variables, *(one.name for one in inputs)}:
            raise
        raise LookupError(
            f"{missing.args[0]} is not in your table: nothing has arrived for it so far, or it is "
            "kept under another key."
        ) from missing
    if plain_entries(tape[: len(before)]) == plain_entries(before):
        tape[: len(before)] = before
    return gradients


def watched(number, entry, calls, arrived=None):
    """Return the propagate of an entry, which from now on adds each call to `calls`.

    It raises TypeError if it gets no list, ValueError if it is called without any gradient.
    """

    def propagate(*given):
        if len(given) != 1 or not isinstance(given[0], (list, tuple)):
            kinds = ", ".join(map(kind_of, given)) or "nothing"
            raise TypeError(
                f"{expected('The argument of propagate', 'a list', kinds)} Pass a list with one "
                "gradient for each output: "
                f"`entry.propagate([{', '.join('gh'[: len(entry.outputs)])}])`."
            )
        [grad_outputs] = given
        what = f"The list that the propagate of {entry.operator} was called with"
        form = counted(len(entry.outputs), "gradient")
        if len(grad_outputs) != len(entry.outputs):
            raise ValueError(
                f"{expected(what, form, len(grad_outputs))} Pass one for each output, and None "
                "where nothing has arrived."
            )
        outputs = received(grad_outputs)
        calls.append((number, entry.operator, outputs))
        if "g" not in outputs:
            raise ValueError(
                f"the propagate of {entry.operator} was called though no gradient has arrived for "
                f"{' or '.join(entry.outputs)}: leave such an entry out. If something should have "
                "arrived: is your table keyed by names, and is the tape as long as before?"
            )
        returned = entry.propagate(grad_outputs)
        if arrived is not None and isinstance(returned, (list, tuple)):
            pairs = zip(entry.inputs, returned, strict=False)
            arrived.extend(name for name, gradient in pairs if gradient is not None)
        return returned

    return propagate


def unmade(entries, forward, inputs):
    """Return what entries behind the first `forward` read, and no entry made: see `run`."""
    made = {*inputs}.union(*(entry.outputs for entry in entries))
    read = dict.fromkeys(name for entry in entries[forward:] for name in entry.inputs)
    found = [name for name in read if name not in made]
    return [name for name in found if simple_grad.variables[name].value.unique().numel() > 1]


def plain_entries(entries):
    """Return entries of the tape as plain data."""
    return [(entry.operator, list(entry.inputs), list(entry.outputs)) for entry in entries]


def plain(names, gradients):
    """Return {name: tensor or None}."""
    tensors = [None if gradient is None else gradient.value for gradient in gradients]
    return dict(zip(names, tensors, strict=True))


def squared_norm(gradients):
    """Return the sum of the squares of all entries of all gradients; None where all are None.

    gradients: a list of Variables or None. The result is a Variable: it is on the tape.
    """
    norm = None
    for gradient in gradients:
        if gradient is not None:
            square = (gradient * gradient).sum()
            norm = square if norm is None else norm + square
    return norm


def frozen(operator):
    """Return an operator like `operator`, the slope of which is a mere number."""

    def with_frozen_slope(a):
        r = operator(a)
        entry = tape.pop()  # operator's own entry; another one replaces it
        (slope,) = entry.propagate([Variable(torch.ones_like(a.value))])
        number = slope.value.clone()
        r = Variable(r.value)
        record("frozen", [a], [r], lambda grads: [grads[0] * Variable(number)])
        return r

    return with_frozen_slope


def derivatives(f, x, n):
    """Return [f(x), f'(x), ..., the n-th derivative] at a number, zeros where grad returns None."""
    x = Variable(x)
    y = f(x)
    found = [y.value.item()]
    for _ in range(n):
        y = None if y is None else simple_grad.grad(y, [x])[0]
        found.append(0.0 if y is None else y.value.item())
    return found


def by_torch(f, x):
    """Return the derivatives of f at a number by torch's autograd, up to an "error"."""
    x = torch.tensor(x, requires_grad=True)
    y, found = f(x), []
    while "error" not in found:
        try:
            (y,) = torch.autograd.grad(y, [x], create_graph=True)
            found.append(y.item())
        except RuntimeError:
            found.append("error")
    return found


def received(gradients):
    """Return a letter for each gradient: g for one, - for None."""
    return "".join("-" if gradient is None else "g" for gradient in gradients)


TRIED = {"a": torch.tensor([1.0, 2.0]), "b": torch.tensor([3.0, 4.0])}


def try_out(fn, title=None):
    """Run `fn` at a = (1, 2) and b = (3, 4); print dL0, dL1, how many entries, and the calls.

    title: what to print first; the name of `fn` if left out.
    """
    print("--", title or fn.__name__)
    try:
        outcome = run(fn, TRIED, second_loss=squared_norm)
    except (NotImplementedError, TypeError, ValueError) as error:
        print(error)
        return
    for title, which in [("dL0", "grads"), ("dL1", "second")]:
        lists = {k: v if v is None else v.tolist() for k, v in outcome[which].items()}
        print(f"{title:7}", lists)
    forward, first, loss, second = outcome["sizes"]
    print(f"entries: the first backward records {first - forward}, the second {second - loss}")
    for calls in outcome["calls"]:
        print("called ", [(op, outputs) for n, op, outputs in calls if n < len(outcome["tape"])])


def second_calls(fn):
    """Return which outputs of an "aggregate" received a gradient in the second backward."""
    calls = run(fn, TRIED, second_loss=squared_norm)["calls"][1]
    return [outputs for _, operator, outputs in calls if operator == "aggregate"]


def second_by_torch(function):
    """Return dL1 of a function of two tensors at the numbers of `try_out`, by torch's autograd."""
    pair = [value.double().requires_grad_() for value in TRIED.values()]
    first = torch.autograd.grad(function(*pair).sum(), pair, create_graph=True)
    norm = sum((gradient * gradient).sum() for gradient in first)
    second = torch.autograd.grad(norm, pair, allow_unused=True)
    return [None if gradient is None else gradient.tolist() for gradient in second]


def weights_for(inputs, units, outputs, seed=0):
    """Return w1, b1, w2 and b2 of a network of two layers: small random numbers."""
    draw = torch.Generator().manual_seed(seed)
    shapes = [(inputs, units), (units,), (units, outputs), (outputs,)]
    return [torch.randn(shape, generator=draw) / shape[0] ** 0.5 for shape in shapes]


def repeat(step, weights, steps):
    """Return the weights after so many steps; `step` returns the next weights for some weights."""
    for _ in range(steps):
        weights = step(weights)
    return weights


def distance(some, others):
    """Return the largest difference between two lists of tensors."""
    return max((a - b).abs().max().item() for a, b in zip(some, others, strict=True))


def gradients_of(f):
    """Return a function of Variables: the squared norm of the gradients of `f`."""

    def norm(*xs):
        found = squared_norm(simple_grad.grad(f(*xs), xs))
        return Variable(0.0) if found is None else found

    return norm


def compare(differentiate, numeric_grad, *operators):
    """Compare the gradients of `differentiate` with those of `numeric_grad`, once and twice.

    operators: functions of one Variable. Each is tried in sum(operator(a) * a) at (-2, 0.5, 3).

    Prints the largest difference for each, and for the squared norm of its gradients. Returns the
    names of the operators that are wrong once, and of those that are wrong only twice, as text.
    """
    xs = [torch.tensor([-2.0, 0.5, 3.0], dtype=torch.float64)]
    once, only_twice = [], []
    for operator in operators:
        f = lambda a, operator=operator: (operator(a) * a).sum()  # noqa: E731
        far = [difference(differentiate, numeric_grad, one, xs) for one in (f, gradients_of(f))]
        print(f"{operator.__name__:12} once {far[0]:.1e}   twice {far[1]:.1e}")
        if max(far) > 1e-4:
            (once if far[0] > 1e-4 else only_twice).append(operator.__name__)
    return ", ".join(once), ", ".join(only_twice)


def difference(differentiate, numeric_grad, f, xs):
    """Return the largest difference between gradients and those of `numeric_grad`.

    f: a function of Variables that returns a scalar; xs: a list of tensors.
    """
    reset_tape()
    inputs = [Variable(x) for x in xs]
    pairs = zip(differentiate(f(*inputs), inputs), numeric_grad(f, xs), strict=True)
    return max(
        (slope if one is None else one.value - slope).abs().max().item() for one, slope in pairs
    )


@by_hand()
def try_operator(operator, values, gradient, *extra):
    """Try one operator out on its own: its value, its entry, and its backward rule.

    operator: a function of Variables that returns one.
    values: {name: tensor}; for each one the operator gets a Variable.
    gradient: the gradient that arrives at its result, a tensor.
    extra: what the operator gets after the Variables.

    During the call, all other operators know only their forward: a mistake in one does not
    show in another.

    Returns a dict of plain data:
        kind: the name of the type of the result; all that follows is there only for a Variable.
        value: the result, a tensor.
        inputs: {name: tensor}, what the inputs hold afterwards.
        entry: (operator, inputs, outputs) of the operator's own entry for the result, or None.
        entries: how many entries were recorded; operators: what they are called.
        failed: how `propagate` failed, a sentence, or None.
        gradients: for each gradient that `propagate` returned its kind, its value, and the
            sources: which of the names "arrived" and those of the inputs the tape knows to be
            behind it. As (kind, tensor or None, list of names).
    """
    reset_tape()
    inputs = [Variable(value.clone(), name) for name, value in values.items()]
    with others_forward_only():
        result = operator(*inputs, *extra)
        outcome = {"kind": type(result).__name__}
        if not isinstance(result, Variable):
            return outcome
        made = [one for one in tape if result.name in one.outputs and one.propagate is not no_rule]
        outcome |= {"value": result.value, "entries": len(tape), "failed": None, "gradients": []}
        outcome["operators"] = [entry.operator for entry in tape]
        outcome["inputs"] = {variable.name: variable.value for variable in inputs}
        outcome["entry"] = plain_entries(made)[0] if made else None
        if not made:
            return outcome
        arrived = Variable(gradient.clone(), "arrived")
        try:
            gradients = made[0].propagate([arrived])
        except NotImplementedError:
            raise
        except Exception as error:
            outcome["failed"] = f"{type(error).__name__}: {error}"
            return outcome
        names = ["arrived", *values]
        for one in gradients:
            kind = type(one).__name__
            if isinstance(one, Variable):
                outcome["gradients"].append((kind, one.value, sources(one.name, names)))
            else:
                outcome["gradients"].append((kind, None, []))
        return outcome


def sources(name, names):
    """Return which of `names` the tape knows to be behind the Variable `name`."""
    behind = {name}
    for entry in reversed(tape):
        if behind.intersection(entry.outputs):
            behind.update(entry.inputs)
    return [one for one in names if one in behind]


FORWARD = {
    "add": torch.add,
    "mul": torch.mul,
    "matmul": torch.matmul,
    "transpose": torch.t,
    "sum_to": torch.Tensor.sum_to_size,
    "expand_to": torch.Tensor.expand,
    "relu": torch.relu,
    "exp": torch.exp,
}


@contextlib.contextmanager
def others_forward_only():
    """For a while, let all operators be such that know only their forward."""
    kept = dict(operators), dict(pinned)
    pinned.update({name: forward_only(name, compute) for name, compute in FORWARD.items()})
    try:
        yield
    finally:
        for table, content in zip((operators, pinned), kept, strict=True):
            table.clear()
            table.update(content)


def forward_only(name, compute):
    """Return an operator that computes by torch, and has no backward rule."""

    def operator(*arguments):
        inputs = [argument for argument in arguments if isinstance(argument, Variable)]
        values = [getattr(argument, "value", argument) for argument in arguments]
        r = Variable(compute(*values))
        record(name, inputs, [r], no_rule)
        tape[-1] = tape[-1]._replace(propagate=no_rule)  # `try_operator` looks for it
        return r

    return operator


def no_rule(grad_outputs):
    """The backward rule of an operator that knows its forward only."""
    raise TypeError("an operator was called in forward that is not tried out here.")
