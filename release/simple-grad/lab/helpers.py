"""Try your functions out: `run`, `ask`, `compare`, `squared_norm`, `gradients_of`.

`run` and `ask` return plain data: numbers, text and tensors. The checks look at that data. While
they run, PyTorch refuses to differentiate: an answer's gradients come from the tape.
"""

import contextlib

import torch

from . import simple_grad
from .by_hand import by_hand
from .simple_grad import (
    Variable,
    checked,
    installed,
    operators,
    pinned,
    record,
    reset_tape,
    tape,
)

torch.set_num_threads(1)  # small tensors: threads would only wait for each other


@by_hand()
def run(program, values, second_loss=None, repeat=False, walk=simple_grad.grad):
    """Run a program on a new tape, and `grad` on what it returns.

    program: a function of Variables that returns one. What is no scalar is summed up.
    values: {name: tensor}; for each one the program gets a Variable.
    second_loss: a function of the list of gradients that returns a second scalar, or None.
    repeat: whether to ask for the same gradients a second time.
    walk: the function that is asked for gradients; the `grad` that was installed, if left out.

    Returns a dict of plain data:
        value: what the program returned, a tensor.
        loss: the name of the scalar that was differentiated first.
        grads, again, second: {name: tensor or None}; gradients of the result, the same when asked
            again, and of the second loss.
        tape: the lines of the program, as (operator, inputs, outputs).
        kept: whether they were still the same after all this.
        reordered: whether they were all there after the first grad, in another order.
        arrived: the names for which lines returned a gradient in the first grad, and the loss.
        unmade: what lines of the first grad read, and no line made: names of Variables that are no
            inputs, and that do not have the same number everywhere, as a factor or a seed has.
        calls: for each time that `grad` ran, a list of (number of the line, operator, pattern) in
            the order in which lines were asked to propagate. A pattern has a letter for each
            output: g where a gradient arrived, - where None did.
        sizes: how many lines there were after the program, after the first grad, after the second
            loss, after its grad.
    """
    reset_tape()
    inputs = [Variable(value.clone(), name) for name, value in values.items()]
    output = program(*inputs)
    if not isinstance(output, Variable):
        raise TypeError(f"It should return a Variable, and returns a {type(output).__name__}.")
    answer = {"value": output.value, "tape": lines_of(tape), "calls": [], "sizes": []}
    loss = output if output.shape == () else output.sum()
    answer["sizes"].append(len(tape))
    answer |= {"loss": loss.name, "arrived": [loss.name]}

    gradients = watched_grad(walk, loss, inputs, answer, answer["arrived"])
    answer["grads"] = plain(values, gradients)
    asked, now = list(tape), lines_of(tape)
    turned = now[: len(answer["tape"])] != answer["tape"]
    answer["reordered"] = turned and all(line in now for line in answer["tape"])
    answer["sizes"].append(len(asked))
    answer["unmade"] = unmade(asked, answer["sizes"][0], values)
    if repeat:
        answer["again"] = plain(values, watched_grad(walk, loss, inputs, answer))
    if second_loss:
        second = second_loss(gradients)
        answer["sizes"].append(len(tape))
        if second is None:
            answer["second"] = dict.fromkeys(values)
        else:
            answer["second"] = plain(values, watched_grad(walk, second, inputs, answer))
        answer["sizes"].append(len(tape))
    answer["kept"] = lines_of(tape[: len(asked)]) == lines_of(asked)
    answer["kept"] &= lines_of(asked[: len(answer["tape"])]) == answer["tape"]
    return answer


def watched_grad(walk, loss, inputs, answer, arrived=None):
    """Ask for gradients, and write down in `answer` which lines it asks to propagate.

    arrived: a list that gets the names for which lines return a gradient, or None.
    """
    calls = []
    before = list(tape)
    for number, entry in enumerate(before):
        tape[number] = entry._replace(propagate=watched(number, entry, calls, arrived))
    answer["calls"].append(calls)
    try:
        gradients = checked(walk(loss, inputs), inputs)
    except KeyError as missing:
        if missing.args[0] not in {*simple_grad.known, *(one.name for one in inputs)}:
            raise
        raise LookupError(
            f"{missing.args[0]} is not in your table: nothing has arrived for it so far, or it is "
            "kept under another key."
        ) from missing
    if lines_of(tape[: len(before)]) == lines_of(before):
        tape[: len(before)] = before
    return gradients


def watched(number, entry, calls, arrived=None):
    """Return the propagate of a line, which from now on tells `calls` that it was asked.

    It raises TypeError if it gets no list, ValueError if it is asked though nothing has arrived.
    """

    def propagate(*given):
        if len(given) != 1 or not isinstance(given[0], (list, tuple)):
            kinds = ", ".join(type(one).__name__ for one in given) or "nothing"
            raise TypeError(
                f"propagate got {kinds} and not a list. It wants a list with one gradient for "
                f"each output: `line.propagate([{', '.join('gh'[: len(entry.outputs)])}])`."
            )
        [grad_outputs] = given
        pattern = pattern_of(grad_outputs)
        calls.append((number, entry.operator, pattern))
        if "g" not in pattern:
            raise ValueError(
                f"the propagate of {entry.operator} was called though no gradient has arrived for "
                f"{' or '.join(entry.outputs)}: leave such a line out. If something should have "
                "arrived: is your table keyed by names, and is the tape as long as before?"
            )
        returned = entry.propagate(grad_outputs)
        if arrived is not None and isinstance(returned, (list, tuple)):
            pairs = zip(entry.inputs, returned, strict=False)
            arrived.extend(name for name, gradient in pairs if gradient is not None)
        return returned

    return propagate


def unmade(lines, forward, inputs):
    """Return what lines behind the first `forward` read, and no line made: see `run`."""
    made = {*inputs}.union(*(line.outputs for line in lines))
    read = dict.fromkeys(name for line in lines[forward:] for name in line.inputs)
    found = [name for name in read if name not in made]
    return [name for name in found if simple_grad.known[name].value.unique().numel() > 1]


def lines_of(entries):
    """Return lines of the tape as plain data."""
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


@by_hand()
def with_two_walks(function, *arguments):
    """Call an answer that may call `grad` twice; return what it returns.

    Meanwhile PyTorch refuses to differentiate. Raises ValueError at the third call of `grad`.
    """
    walk, calls, kept = installed("grad"), [], dict(pinned)

    def limited(loss, wanted):
        calls.append(loss.name)
        if len(calls) > 2:
            raise ValueError("grad was called more than twice.")
        return walk(loss, wanted)

    pinned["grad"] = limited
    try:
        return function(*arguments)
    finally:
        pinned.clear()
        pinned.update(kept)


def frozen(operator):
    """Return an operator like `operator`, the slope of which is a mere number."""

    def with_frozen_slope(a):
        r = operator(a)
        line = tape.pop()  # operator's own line; another one takes its place
        (slope,) = line.propagate([Variable(torch.ones_like(a.value))])
        number = slope.value.clone()
        r = Variable(r.value)
        record("frozen", [a], [r], lambda grads: [grads[0] * Variable(number)])
        return r

    return with_frozen_slope


def derivatives(f, x, n):
    """Return [f(x), f'(x), ..., the n-th derivative] at a number, zeros where grad says None."""
    x = Variable(x)
    y = f(x)
    found = [y.value.item()]
    for _ in range(n):
        y = None if y is None else simple_grad.grad(y, [x])[0]
        found.append(0.0 if y is None else y.value.item())
    return found


def by_torch(f, x):
    """Return what torch's autograd says of the derivatives of f at a number, up to an "error"."""
    x = torch.tensor(x, requires_grad=True)
    y, found = f(x), []
    while "error" not in found:
        try:
            (y,) = torch.autograd.grad(y, [x], create_graph=True)
            found.append(y.item())
        except RuntimeError:
            found.append("error")
    return found


def pattern_of(gradients):
    """Return a letter for each gradient: g for one, - for None."""
    return "".join("-" if gradient is None else "g" for gradient in gradients)


TRIED = {"a": torch.tensor([1.0, 2.0]), "b": torch.tensor([3.0, 4.0])}


def try_out(fn, title=None):
    """Run `fn` at a = (1, 2) and b = (3, 4); print dL0, dL1, how many lines, and patterns.

    title: what to print first; the name of `fn` if left out.
    """
    print("--", title or fn.__name__)
    try:
        answer = run(fn, TRIED, second_loss=squared_norm)
    except (NotImplementedError, TypeError, ValueError) as error:
        print(error)
        return
    for title, which in [("dL0", "grads"), ("dL1", "second")]:
        lists = {k: v if v is None else v.tolist() for k, v in answer[which].items()}
        print(f"{title:7}", lists)
    forward, first, loss, second = answer["sizes"]
    print(f"lines   the first backward writes {first - forward}, the second {second - loss}")
    for calls in answer["calls"]:
        print("called ", [(op, pattern) for n, op, pattern in calls if n < len(answer["tape"])])


def second_asked(fn):
    """Return the patterns that lines called "aggregate" get in the second backward of `try_out`."""
    calls = run(fn, TRIED, second_loss=squared_norm)["calls"][1]
    return [pattern for _, operator, pattern in calls if operator == "aggregate"]


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


def distance(some, others):
    """Return the largest difference between two lists of tensors."""
    return max((a - b).abs().max().item() for a, b in zip(some, others, strict=True))


def gradients_of(f):
    """Return a function of Variables: the squared norm of the gradients of `f`."""

    def norm(*xs):
        found = squared_norm(simple_grad.grad(f(*xs), xs))
        return Variable(0.0) if found is None else found

    return norm


def compare(walk, numeric_grad, *operators):
    """Compare the gradients of `walk` with those of `numeric_grad`, once and twice.

    operators: functions of one Variable. Each is tried in sum(operator(a) * a) at (-2, 0.5, 3).

    Prints the largest difference for each, and for the squared norm of its gradients. Returns the
    names of the operators that are wrong once, and of those that are wrong only twice, as text.
    """
    xs = [torch.tensor([-2.0, 0.5, 3.0], dtype=torch.float64)]
    once, only_twice = [], []
    for operator in operators:
        f = lambda a, operator=operator: (operator(a) * a).sum()  # noqa: E731
        far = [difference(walk, numeric_grad, one, xs) for one in (f, gradients_of(f))]
        print(f"{operator.__name__:12} once {far[0]:.1e}   twice {far[1]:.1e}")
        if max(far) > 1e-4:
            (once if far[0] > 1e-4 else only_twice).append(operator.__name__)
    return ", ".join(once), ", ".join(only_twice)


def difference(walk, numeric_grad, f, xs):
    """Return the largest difference between the gradients of `walk` and those of `numeric_grad`.

    f: a function of Variables that returns a scalar; xs: a list of tensors.
    """
    reset_tape()
    inputs = [Variable(x) for x in xs]
    pairs = zip(walk(f(*inputs), inputs), numeric_grad(f, xs), strict=True)
    return max(
        (slope if one is None else one.value - slope).abs().max().item() for one, slope in pairs
    )


@by_hand()
def ask(operator, values, gradient, *extra):
    """Try one operator out on its own: its value, its line, and its backward rule.

    operator: a function of Variables that returns one.
    values: {name: tensor}; for each one the operator gets a Variable.
    gradient: the gradient that arrives at its result, a tensor.
    extra: what the operator gets after the Variables.

    While it is asked, all other operators know only their forward: a mistake in one does not
    show in another.

    Returns a dict of plain data:
        kind: the name of the type of the result; all that follows is there only for a Variable.
        value: the result, a tensor.
        inputs: {name: tensor}, what the inputs hold afterwards.
        line: (operator, inputs, outputs) of the operator's own line that made the result, or None.
        lines: how many lines were written; operators: what they are called.
        failed: how `propagate` failed, a sentence, or None.
        gradients: for each gradient that `propagate` returned its kind, its value, and the
            sources: which of the names "arrived" and those of the inputs the tape knows to be
            behind it. As (kind, tensor or None, list of names).
    """
    reset_tape()
    inputs = [Variable(value.clone(), name) for name, value in values.items()]
    with others_forward_only():
        result = operator(*inputs, *extra)
        answer = {"kind": type(result).__name__}
        if not isinstance(result, Variable):
            return answer
        made = [one for one in tape if result.name in one.outputs and one.propagate is not no_way]
        answer |= {"value": result.value, "lines": len(tape), "failed": None, "gradients": []}
        answer["operators"] = [line.operator for line in tape]
        answer["inputs"] = {variable.name: variable.value for variable in inputs}
        answer["line"] = lines_of(made)[0] if made else None
        if not made:
            return answer
        arrived = Variable(gradient.clone(), "arrived")
        try:
            gradients = made[0].propagate([arrived])
        except NotImplementedError:
            raise
        except Exception as error:
            answer["failed"] = f"{type(error).__name__}: {error}"
            return answer
        names = ["arrived", *values]
        for one in gradients:
            kind = type(one).__name__
            if isinstance(one, Variable):
                answer["gradients"].append((kind, one.value, sources(one.name, names)))
            else:
                answer["gradients"].append((kind, None, []))
        return answer


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
        record(name, inputs, [r], no_way)
        tape[-1] = tape[-1]._replace(propagate=no_way)  # `ask` recognizes such a line by it
        return r

    return operator


def no_way(grad_outputs):
    """The backward rule of an operator that knows its forward only."""
    raise TypeError("an operator was called in forward that is not tried out here.")
