"""Try your functions out: `run`, `try_out`, `print_gradients`, `compare`, `squared_norm`.

While `run` runs, PyTorch refuses to differentiate: the gradients come from the tape.
"""

import torch

from . import simple_grad
from .checks.by_hand import by_hand
from .checks.watched_runs import plain, watched_run
from .messages import explaining_recursion
from .simple_grad import Variable, record, reset_tape, tape, variables
from .wording import expected, kind_returned


@by_hand()
def run(program, values):
    """Run a program on a new tape, and your `grad` on what it returns.

    program: a function of Variables that returns one. What is no scalar is summed up.
    values: {name: tensor}; for each one the program gets a Variable.

    Returns a dict:
        value: what the program returned, a tensor.
        grads: {name: tensor or None}, the gradients.
        tape: the entries of the program, and of the sum.

    Raises TypeError if the program returns something else.
    """
    reset_tape()
    inputs = [Variable(value.clone(), name) for name, value in values.items()]
    with explaining_recursion():
        result = program(*inputs)
        if not isinstance(result, Variable):
            raise TypeError(expected("The program's result", "a Variable", kind_returned(result)))
        loss = result if result.shape == () else result.sum()
        entries = list(tape)
        gradients = simple_grad.grad(loss, inputs)
    return {"value": result.value, "grads": plain(values, gradients), "tape": entries}


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


def print_gradients(loss):
    """Print the gradient of `loss` with respect to each Variable on the tape, with its name."""
    names = dict.fromkeys(name for entry in tape for name in [*entry.inputs, *entry.outputs])
    wanted = [variables[name] for name in names]
    for name, gradient in zip(names, simple_grad.grad(loss, wanted), strict=True):
        print(f"gradient of {name}: {gradient}")


def with_zeros(differentiate):
    """Return a `grad` that skips no entry: zeros arrive at each output that nothing reads."""

    def grad(loss, wanted):
        read = {name for entry in tape for name in entry.inputs} | {loss.name}
        made = [name for entry in tape for name in entry.outputs]
        unread = [variables[name] for name in made if name not in read]
        zeros = [Variable(torch.zeros_like(variable.value)) for variable in unread]
        start = Variable(loss.value)
        record("start", [loss, *unread], [start], lambda grad_outputs: [*grad_outputs, *zeros])
        start_entry = tape[-1]
        try:
            return differentiate(start, wanted)
        finally:
            tape.remove(start_entry)

    return grad


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


TRIED = {"a": torch.tensor([1.0, 2.0]), "b": torch.tensor([3.0, 4.0])}


def try_out(fn, title=None):
    """Run `fn` at a = (1, 2) and b = (3, 4); print dL0, dL1, how many entries, and the calls.

    title: what to print first; the name of `fn` if left out.
    """
    print("--", title or fn.__name__)
    try:
        outcome = watched_run(fn, TRIED, second_loss=squared_norm)
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
    calls = watched_run(fn, TRIED, second_loss=squared_norm)["calls"][1]
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
