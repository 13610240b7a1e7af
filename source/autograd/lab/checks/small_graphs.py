"""Every small graph once, as a program of a few operations, and in order of size.

Entry points: `programs` and `in_order`; `text_of`, `fresh_leaves`, `run`.

A program is plain data: a pair `(steps, output)`. A step is `(operation, input, ...)`. An input is
the name of a leaf, or a pair `(number of a step, number of its result)`, and so is the output. The
leaves w and v require grad, and x does not.
"""

from collections import Counter

import torch

from .student_side import FirstOnly

ARITY = {"sin": 1, "sin_and_cos": 1, "t": 1, "mul": 2, "add": 2, "first_only": 2, "addcmul": 3}
LONG = "long"  # three times sin: a long way counts as one operation
AS_TEXT = {"mul": "({} * {})", "add": "({} + {})", "t": "{}.T"}
NAMES = "abcdefgh"  # of values that are used twice


class SinAndCos(torch.autograd.Function):
    """Returns the sine and the cosine."""

    @staticmethod
    def forward(ctx, angle):
        # Where only None arrives, PyTorch would call backward with zeros; now it passes None.
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(angle)
        return angle.sin(), angle.cos()

    @staticmethod
    def backward(ctx, of_sin, of_cos):
        (angle,) = ctx.saved_tensors
        parts = []
        if of_sin is not None:
            parts.append(of_sin * angle.cos())
        if of_cos is not None:
            parts.append(-of_cos * angle.sin())
        return sum(parts) if parts else None


FUNCTIONS = {"sin_and_cos": SinAndCos.apply, "first_only": FirstOnly.apply}


def programs(size, operations, leaves):
    """Yield every program of so many operations, once.

    Arguments:
        size: the number of operations.
        operations: names of operations, of ARITY or LONG. A long one counts once.
        leaves: names of leaves, of "w", "v" and "x".
    """
    for output, steps, left in _values((), size, operations, leaves):
        if steps and left == 0 and _named_in_order(steps):
            yield _without_long(steps, output)


def in_order(size, unordered, most_rare=None):
    """Return programs of one size, those with the fewest rare things and leaves first, each once.

    Rare are a long way, an operation that is seldom met, and an output that is a second result.

    Arguments:
        size: the number of operations.
        unordered: what `programs` yields for this size.
        most_rare: how many rare things a program may have, or None for any number.
    """
    rare = {}
    for steps, output in unordered:
        operations = [operation for operation, *_ in steps]
        long_ways = (len(steps) - size) // 2
        seldom = operations.count("sin_and_cos") + operations.count("first_only")
        rare[steps, output] = long_ways + seldom + output[1]
    kept = [program for program in rare if most_rare is None or rare[program] <= most_rare]
    return sorted(kept, key=lambda program: (rare[program], len(leaves_of(program))))


def _values(steps, left, operations, leaves):
    """Yield each value that an input can be, with the steps then done and the operations left."""
    for name in leaves:
        yield name, steps, left
    for number, (operation, *_) in enumerate(steps):
        for result in range(results_of(operation)):
            yield (number, result), steps, left
    if left == 0:
        return
    for operation in operations:
        arity = ARITY.get(operation, 1)
        for inputs, done, rest in _inputs(arity, steps, left - 1, operations, leaves):
            if set(inputs) != {"x"}:  # else it is not recorded
                for result in range(results_of(operation)):
                    yield (len(done), result), (*done, (operation, *inputs)), rest


def _inputs(count, steps, left, operations, leaves):
    """Yield the inputs of an operation, with the steps then done and the operations left."""
    if count == 0:
        yield (), steps, left
        return
    for value, done, rest in _values(steps, left, operations, leaves):
        for others, done_then, rest_then in _inputs(count - 1, done, rest, operations, leaves):
            yield (value, *others), done_then, rest_then


def results_of(operation):
    """Return how many results an operation has."""
    return 2 if operation == "sin_and_cos" else 1


def _named_in_order(steps):
    """Return whether w is used before v, so that two programs do not only differ in names."""
    used = [value for _, *inputs in steps for value in inputs if value in ("w", "v")]
    return used[0] == "w"


def _without_long(steps, output):
    """Return a program in which each long operation is three steps."""
    made = []
    places = {}

    def place(value):
        return value if isinstance(value, str) else (places[value[0]], value[1])

    for number, (operation, *inputs) in enumerate(steps):
        inputs = [place(value) for value in inputs]
        if operation == LONG:
            made.append(("sin", *inputs))
            made.append(("sin", (len(made) - 1, 0)))
            operation = "sin"
            inputs = [(len(made) - 1, 0)]
        places[number] = len(made)
        made.append((operation, *inputs))
    return tuple(made), place(output)


def text_of(program):
    """Return a program as a line of Python: `a = sin(w); y = a * a`."""
    steps, output = program
    uses = Counter(value for _, *inputs in steps for value in inputs)
    lines = []
    words = {"w": "w", "v": "v", "x": "x"}
    names = iter(NAMES)
    for number, (operation, *inputs) in enumerate(steps):
        texts = [words[value] for value in inputs]
        if operation in AS_TEXT:
            text = AS_TEXT[operation].format(*texts)
        else:
            text = f"{operation}({', '.join(map(_bare, texts))})"
        if results_of(operation) == 2:
            name = next(names)
            lines.append(f"{name}1, {name}2 = {text}")
            words[number, 0] = f"{name}1"
            words[number, 1] = f"{name}2"
        elif uses[number, 0] > 1:
            name = next(names)
            lines.append(f"{name} = {_bare(text)}")
            words[number, 0] = name
        else:
            words[number, 0] = text
    return "; ".join([*lines, f"y = {_bare(words[output])}"])


def _bare(text):
    """Return an expression without the parentheses around it."""
    return text[1:-1] if text.startswith("(") and text.endswith(")") else text


def leaves_of(program):
    """Return the names of the leaves of a program, in a fixed order."""
    steps, _ = program
    used = {value for _, *inputs in steps for value in inputs}
    return [name for name in ("w", "v", "x") if name in used]


def fresh_leaves(program, numbers):
    """Return {name: leaf} for a program.

    Arguments:
        program: as above.
        numbers: {name: nested lists of numbers}.
    """
    return {
        name: torch.tensor(numbers[name], dtype=torch.float64, requires_grad=name != "x")
        for name in leaves_of(program)
    }


def run(program, leaves):
    """Run a program; return the output, and for each step its node of the autograd graph."""
    steps, output = program
    values = dict(leaves)
    nodes = []
    for number, (operation, *inputs) in enumerate(steps):
        function = FUNCTIONS.get(operation) or getattr(torch, operation)
        made = function(*[values[value] for value in inputs])
        results = made if isinstance(made, tuple) else (made,)
        for place, result in enumerate(results):
            values[number, place] = result
        nodes.append(results[0].grad_fn)
    return values[output], nodes
