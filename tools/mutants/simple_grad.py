"""What answers to the functions of simple-grad do: batteries of inputs for `run.py`.

`mutants/autograd.py` says what a battery is. The machine of the assignment, `simple_grad.py`, is
given to the students; the operators and the walks that an answer meets here are this module's own.
"""

import importlib
from collections.abc import Callable, Collection, Iterator
from types import ModuleType

import torch

Thunks = Iterator[Callable[[], object]]


def machine() -> ModuleType:
    """The `lab/simple_grad.py` beside the notebooks; it is there only where they are."""
    return importlib.import_module("lab.simple_grad")


def operators() -> ModuleType:
    """The `lab/operators.py` beside the notebooks: which functions its Variables use."""
    return importlib.import_module("lab.operators")


def numbers(*shapes: tuple[int, ...], seed: int = 0) -> list[torch.Tensor]:
    """Random tensors between -1.5 and 1.5."""
    generator = torch.Generator().manual_seed(100 + seed)
    return [3 * torch.rand(s, generator=generator, dtype=torch.float64) - 1.5 for s in shapes]


def seen(value: object) -> object:
    """A tensor or a Variable as its kind, shape and numbers, whatever its dtype; None as None."""
    kind = type(value).__name__
    if isinstance(value, list | tuple):
        return [seen(one) for one in value]
    inside = getattr(value, "value", value)
    if isinstance(inside, torch.Tensor):
        return [kind, list(inside.shape), inside.double().tolist()]
    return None if value is None else kind


# ---- operators and walks -----------------------------------------------------------------------


def engine(**more: Callable) -> None:
    """Let Variables use operators of this module, and functions given by name."""
    parts = machine()

    def operator(name, forward, back):
        def call(*given):
            taken = [one for one in given if isinstance(one, parts.Variable)]
            out = parts.Variable(forward(*[getattr(one, "value", one) for one in given]))
            parts.record(name, taken, [out], lambda grads: back(grads[0], out, *given))
            return out

        return call

    mask = lambda a: parts.Variable((a.value > 0).double())  # noqa: E731
    operators().install_all(
        {
            "add": operator("add", torch.add, lambda g, r, a, b: (g, g)),
            "mul": operator("mul", torch.mul, lambda g, r, a, b: (b * g, a * g)),
            "matmul": operator("matmul", torch.mm, lambda g, r, a, b: (g @ b.T, a.T @ g)),
            "transpose": operator("transpose", torch.t, lambda g, r, a: (g.T,)),
            "sum_to": operator(
                "sum_to", torch.Tensor.sum_to_size, lambda g, r, a, s: (g.expand_to(a.shape),)
            ),
            "expand_to": operator(
                "expand_to", torch.Tensor.expand, lambda g, r, a, s: (g.sum_to(a.shape),)
            ),
            "relu": operator("relu", torch.relu, lambda g, r, a: (g * mask(a),)),
            "exp": operator("exp", torch.exp, lambda g, r, a: (r * g,)),
            "grad": lambda loss, wanted: walk(loss, wanted)[0],
            **more,
        }
    )
    parts.reset_tape()


def walk(output: object, wanted: list, arriving: object = None) -> tuple[list, dict]:
    """Walk the tape back from `output`; return the gradients, and which pattern a line was given.

    `arriving` is a Variable; ones where it is left out.
    """
    parts = machine()
    there = {output.name: arriving or parts.Variable(torch.ones_like(output.value))}
    patterns = {}
    for number in range(len(parts.tape) - 1, -1, -1):
        line = parts.tape[number]
        grads = [there.get(name) for name in line.outputs]
        if grads.count(None) < len(grads):
            patterns[number] = pattern_of(grads)
            for name, part in zip(line.inputs, line.propagate(grads), strict=True):
                if part is not None:
                    there[name] = there[name] + part if name in there else part
    return [there.get(one.name) for one in wanted], patterns


def pattern_of(grads: list) -> str:
    """A letter for each gradient: g where there is one."""
    return "".join("-" if grad is None else "g" for grad in grads)


def variables(tensors: dict[str, torch.Tensor]) -> list:
    """Variables with names."""
    return [machine().Variable(tensor.clone(), name) for name, tensor in tensors.items()]


def square_sum(gradients: list) -> object:
    """The sum of the squares of all entries, weighted by the place in the list."""
    total = None
    for weight, gradient in enumerate(gradients, 2):
        if gradient is not None:
            part = (gradient * gradient).sum() * weight
            total = part if total is None else total + part
    return total


def both_orders(program: Callable, tensors: dict[str, torch.Tensor]) -> list[object]:
    """Value, first and second gradients of a program, and what is on the tape after it.

    Once with a loss whose slopes are numbers, and once with one that reads the result.
    """
    parts = machine()
    report = []
    for loss_of in (lambda out: out.sum(), lambda out: (out * out).sum()):
        parts.reset_tape()
        inputs = variables(tensors)
        result = program(*inputs)
        lines = lines_on(parts.tape, tensors)
        gradients, _ = walk(loss_of(result), inputs)
        second = square_sum(gradients)
        again = [None] * len(inputs) if second is None else walk(second, inputs)[0]
        # Zero in the second gradients may be None or not: who writes an operator is free there.
        pairs = zip(again, inputs, strict=True)
        zeros = [seen(one or parts.Variable(0 * each.value)) for one, each in pairs]
        report.append([seen(result), lines, seen(gradients), zeros, seen(inputs)])
    return report


def lines_on(tape: list, given: Collection[str]) -> list[object]:
    """Of each line, where its inputs come from, and how many outputs it has.

    An input is named by the number of the line that made it, if it is not one of the `given`: an
    operator is free to name its outputs, and to make Variables that no line makes.
    """
    makers: dict[str, object] = {name: name for name in given}
    makers |= {name: number for number, line in enumerate(tape) for name in line.outputs}
    return [[[makers.get(n, "?") for n in line.inputs], len(line.outputs)] for line in tape]


def operator_of(*cases: tuple) -> Callable[[Callable], Thunks]:
    """The battery of an operator. A case has the shapes of its inputs, and what else it gets."""

    def battery(function: Callable) -> Thunks:
        for number, (shapes, *extra) in enumerate(cases):

            def called(shapes=shapes, extra=extra, number=number):
                engine()
                tensors = dict(zip("abc", numbers(*shapes, seed=number), strict=False))
                twice = lambda *given: function(*given, *extra) * function(*given, *extra)  # noqa: E731
                once = both_orders(lambda *given: function(*given, *extra), tensors)
                return [once, both_orders(twice, tensors)]

            yield called

    return battery


def at_zero(function: Callable) -> Thunks:
    """Ask for relu, at 0 too."""
    yield from operator_of(([(5,)],), ([(3, 2)],), ([()],))(function)

    def zeros():
        engine()
        return both_orders(function, {"a": torch.tensor([0.0, -1.0, 2.0, -0.0]).double()})

    yield zeros


# ---- notebook 1 --------------------------------------------------------------------------------


def programs() -> list[tuple[Callable, list[tuple[int, ...]]]]:
    """Programs that return a loss and what is wanted, and the shapes of their inputs."""
    parts = machine()

    def line(name, inputs, values, back):
        outs = [parts.Variable(value) for value in values]
        parts.record(name, inputs, outs, back)
        return outs

    def two_outputs(a, b):
        def back(grads):
            first, second = grads
            down = [None, None]
            if first is not None:
                down = [first * 3, first * a]
            if second is not None:
                more = second * 5
                down = [more if down[0] is None else down[0] + more, down[1]]
            return down

        return line("two", [a, b], [a.value * b.value, a.value * 2], back)

    def second_output(a, b):
        return two_outputs(a, b)[1] * b, [a, b]

    def first_output(a, b):
        return two_outputs(a, b)[0] * a, [a, b]

    def both_outputs(a, b):
        one, other = two_outputs(a, b)
        return one * other + a, [b, a, one, other]

    def says_none(a, b):
        (r,) = line("mul", [a, b], [a.value * b.value], lambda grads: [None, grads[0] * 7])
        return r * r * b, [a, b, r]

    def inner_says_none(a, b):
        return says_none(a * b, b)[0] + a * a, [a, b]

    def unused(a, b):
        loss = a * a
        beside = a * b + b
        return loss, [b, a, beside, loss]

    def ladder(a, b):
        for _ in range(8):
            a = a + a * b
        return a, [b]

    def late(a, b):
        c = a * b
        d = c + a
        return (d * c) * (d + b) + c, [a, b, c, d]

    def sums(a, b):
        return ((a * b + a).sum().expand_to((3,)) * b).exp().sum(), [a, b]

    def negative(a, b):
        return (a + a * -1) * b, [a, b]

    scalars = [(), ()]
    return [
        (lambda a, b: (a * b, [a, b]), scalars),
        (lambda a, b: (a + b, [b]), scalars),
        (lambda a, b: (a * a * a, [a]), scalars),
        (lambda a, b: (a, [a, b]), scalars),
        (lambda a, b: ((a + b) * b, []), scalars),
        *[(program, scalars) for program in (
            second_output, first_output, both_outputs, says_none, inner_says_none, unused, ladder,
            late, negative)],
        (sums, [(3,), (3,)]),
        (lambda a, b: ((a @ b).relu().sum(), [a, b]), [(2, 3), (3, 2)]),
    ]  # fmt: skip


def walks(function: Callable) -> Thunks:
    """Walk the tapes of programs, twice, and go back through the gradients."""
    engine()
    for number in range(len(programs())):

        def called(number=number):
            parts = machine()
            engine()
            program, shapes = programs()[number]
            a, b = variables(dict(zip("ab", numbers(*shapes, seed=number), strict=True)))
            loss, wanted = program(a, b)
            asked = []
            count = len(parts.tape)
            for place, line in enumerate(list(parts.tape)):

                def watched(grads, place=place, line=line):
                    asked.append([place, pattern_of(grads)])
                    return line.propagate(grads)

                parts.tape[place] = line._replace(propagate=watched)
            before = list(parts.tape)
            first = function(loss, wanted)
            found = [seen(first), sorted(asked), before == parts.tape[:count]]
            found += [seen(function(loss, wanted)), len(asked)]
            second = square_sum(first)
            return [*found, seen(walk(second, [a, b])[0]) if second else None]

        yield called


# ---- notebook 2 --------------------------------------------------------------------------------

PAIRS = [
    ((2,), (3, 2)),
    ((3, 1), (3, 2)),
    ((), (3,)),
    ((), ()),
    ((1, 2), (3, 2)),
    ((2,), (4, 3, 2)),
]


def differences(function: Callable) -> Thunks:
    """Ask for the slopes of several functions, and look at the tensors afterwards."""
    bodies = [
        (lambda a: (a * a * a).sum(), [(3,)]),
        (lambda a: a * a, [()]),
        (lambda a, b: (a * b * b).sum() + b.sum(), [(2,), (2,)]),
        (lambda a, b: (a @ b).exp().sum(), [(2, 3), (3, 1)]),
        (lambda a, b: (a * a).sum() + 1e6, [(2,), (3,)]),
    ]
    for number, (body, shapes) in enumerate(bodies):

        def called(number=number, body=body, shapes=shapes):
            engine()
            xs = numbers(*shapes, seed=number)
            before = [x.clone() for x in xs]
            found = function(body, xs)
            # Differences are not exact: a step may be a little larger or smaller.
            rounded = [one.mul(1000).round() + 0.0 for one in found]
            return [seen(rounded), all(map(torch.equal, xs, before))]

        yield called


# ---- notebook 3 --------------------------------------------------------------------------------


def second_losses(function: Callable) -> Thunks:
    """Ask for second gradients of several functions."""
    bodies = [
        lambda a, b: a * b,
        lambda a, b: (a + b) * b,
        lambda a, b: a * a * a,
        lambda a, b: b * b * a * a,
        lambda a, b: b.exp() * b,
        lambda a, b: a + b,
        lambda a, b: machine().Variable([1.0, 2.0]),
    ]
    for number, body in enumerate(bodies):

        def called(number=number, body=body):
            engine()
            tensors = numbers((3,), (3,), seed=number)
            a, b = variables(dict(zip("ab", tensors, strict=True)))
            return [seen(function(body, a, b)), seen([a, b])]

        yield called


def tangents(function: Callable) -> Thunks:
    """Ask for products of Jacobians with vectors."""
    bodies = [
        (lambda x: x * x * x, (3,)),
        (lambda x: x.exp() * x.sum(), (2, 2)),
        (lambda x: (x * x).sum(), (4,)),
        (lambda x: x + x, ()),
        (lambda x: x @ x.T, (2, 3)),
        (lambda x: machine().Variable([1.0, 2.0]), (3,)),
    ]
    for number, (body, shape) in enumerate(bodies):

        def called(number=number, body=body, shape=shape):
            engine()
            x, u = numbers(shape, shape, seed=number)
            return [seen(function(body, x, u)), seen([x, u])]

        yield called


def hessians(function: Callable) -> Thunks:
    """Ask for products with Hessians."""
    bodies = [
        (lambda a: (a * a * a).sum(), [(3,)]),
        (lambda a: a.sum(), [(2,)]),
        (lambda a, b: (a.exp() * b).sum(), [(2,), (2,)]),
        (lambda a, b: (a * a).sum() + b.sum(), [(2,), (3,)]),
        (lambda a, b: (b * b * b).sum(), [(2,), (2, 2)]),
        (lambda a, b, c: (a * b * c * c).sum() + b.sum() * c.sum(), [(2,), (2,), (2,)]),
        (lambda a, b: (a @ b).exp().sum(), [(2, 3), (3, 1)]),
        (lambda a, b: machine().Variable(1.0), [(2,), (3,)]),
    ]
    for number, (body, shapes) in enumerate(bodies):

        def called(number=number, body=body, shapes=shapes):
            engine()
            tensors = numbers(*shapes, *shapes, seed=number)
            xs, vs = tensors[: len(shapes)], tensors[len(shapes) :]
            return [seen(function(body, xs, vs)), seen(xs), seen(vs)]

        yield called


# ---- notebook 4 --------------------------------------------------------------------------------


def aggregates(function: Callable) -> Thunks:
    """Use the operator alone and among others, and count what its first backward writes."""
    around = [
        lambda a, b: function(a, b),
        lambda a, b: function(a, b) * b,
        lambda a, b: function(function(b, a), b),
        lambda a, b: function(a, b) * function(a, a),
        lambda a, b: function(a * b, b).exp(),
    ]
    for number, program in enumerate(around):
        for shape in ((2,), (1, 3)):

            def called(program=program, shape=shape, number=number):
                engine()
                tensors = dict(zip("ab", numbers(shape, shape, seed=number), strict=True))
                # How many outputs are declared is free; what must be declared shows in the numbers.
                return [
                    [value, [names for names, _ in lines], *rest]
                    for value, lines, *rest in both_orders(program, tensors)
                ]

            yield called

    def written():
        parts = machine()
        engine()
        a, b = variables(dict(zip("ab", numbers((2,), (2,)), strict=True)))
        loss = function(a, b).sum()
        before = len(parts.tape)
        walk(loss, [a, b])
        return len(parts.tape) - before <= 6

    yield written


def checkpoints(function: Callable) -> Thunks:
    """Use checkpoints alone, among others and one in another, and count how often they run."""
    bodies = [
        (lambda a, b: (a + b) * b, lambda fn: lambda a, b: fn(a, b)),
        (lambda a, b: (a * b).relu() + b, lambda fn: lambda a, b: fn(a, a * b) * b),
        (lambda a, b: a * a, lambda fn: lambda a, b: fn(b, a) * a),
        (lambda a: a.exp(), lambda fn: lambda a, b: fn(a) * fn(b)),
        (lambda a, b: function(lambda c: c * b)(a) * b, lambda fn: lambda a, b: fn(a, b) * a),
    ]
    for number, (body, around) in enumerate(bodies):

        def called(number=number, body=body, around=around):
            engine()
            calls = []

            def counted(*inputs):
                calls.append(len(inputs))
                return body(*inputs)

            tensors = dict(zip("ab", numbers((2,), (2,), seed=number), strict=True))
            return [both_orders(around(function(counted)), tensors), len(calls)]

        yield called


# ---- notebook 5 --------------------------------------------------------------------------------

TAPES = [
    [("a", "b", "r")],
    [("a", "b", "t"), ("t", "t", "u"), ("b", "c", "v"), ("u", "v", "r")],
    [("a", "a", "t"), ("b", "b", "u"), ("t", "u", "r"), ("r", "r", "v")],
    [("x", "x", "s"), ("s", "w", "t u"), ("u", "w", "v"), ("v", "x", "r"), ("t", "t", "y")],
    [("a", "b", "c"), ("b", "c", "d"), ("c", "d", "e"), ("d", "a", "f"), ("e", "b", "r")],
]


def paths(function: Callable) -> Thunks:
    """Ask what is needed on several tapes, for one and for several inputs and outputs."""
    entry = machine().Entry
    for tape in TAPES:
        lines = [entry("line", [one, other], outs.split(), None) for one, other, outs in tape]
        names = sorted({name for line in lines for name in [*line.inputs, *line.outputs]})
        for inputs in [*[[name] for name in names], names[:2], names, [], ["nowhere"]]:
            for outputs in (["r"], names[:1], ["r", names[-1]]):

                def called(lines=lines, inputs=inputs, outputs=outputs):
                    given = list(lines)
                    found = function(given, list(inputs), list(outputs))
                    return [[one.outputs for one in found], type(found).__name__, given == lines]

                yield called


def traced() -> list[tuple[Callable, dict[str, tuple[int, ...]]]]:
    """Functions that return lists of Variables, and the names and shapes of their inputs."""
    parts = machine()

    def slopes(body):
        def function(*inputs):
            loss = body(*inputs).sum()
            return [loss, *walk(loss, list(inputs))[0]]

        return function

    def twice(a, b):
        return walk(square_sum(walk((a * b * b).sum(), [a, b])[0]), [a, b])[0]

    def ladder(a):
        for _ in range(30):
            a = a + a * 0.1
        return [a]

    return [
        (lambda b, a: [a * b + b, b], {"b": (2,), "a": (2,)}),
        (slopes(lambda a, b: (a @ b).exp()), {"t1": (2, 3), "t0": (3, 2)}),
        (slopes(lambda a, b: (a + b) * b), {"for": (3,), "a name": (2, 3)}),
        (lambda a: [parts.Variable([1.0, 2.0]) * 3.0, a, a], {"v0": (2,)}),
        (twice, {"constants": (2,), "program": (2,)}),
        (ladder, {"a": ()}),
    ]


def texts(function: Callable) -> Thunks:
    """Compile tapes, look at the size of the texts, and run them at other numbers."""
    for number in range(len(traced())):

        def called(number=number):
            engine()
            fn, shapes = traced()[number]
            parts = machine()
            values = dict(zip(shapes, numbers(*shapes.values(), seed=number), strict=True))
            inputs = variables(values)
            outputs = [one.name for one in fn(*inputs)]
            lines = list(parts.tape)
            text = function(list(lines), list(shapes), outputs)
            space = {"constants": {name: one.value for name, one in parts.variables.items()}}
            exec(text, space)
            found = space["program"](*numbers(*shapes.values(), seed=number + 50))
            size = [text.startswith("def program("), len(text.split("\n")) == len(lines) + 2]
            return [type(text).__name__, size, seen(found)]

        yield called


def cuts(function: Callable) -> Thunks:
    """Cut several tapes at each place, for several inputs; the order of the names is free."""
    entry = machine().Entry
    for tape in TAPES:
        lines = [entry("line", [one, other], outs.split(), None) for one, other, outs in tape]
        made = {name for line in lines for name in line.outputs}
        read = sorted({name for line in lines for name in line.inputs} - made)
        for inputs in (read, read[:1], []):
            for forward in range(len(lines) + 1):

                def called(lines=lines, inputs=inputs, forward=forward):
                    return sorted(function(list(lines), forward, list(inputs)))

                yield called


def faster(function: Callable) -> Thunks:
    """Use two jitted functions with several shapes, and count what is recorded."""
    shapes = [((2, 3), (2, 3)), ((3, 2), (3, 2)), ((3, 2), (2,)), ((2, 3), (2, 3)), ((), ())]

    def called():
        calls = []

        def kept(lines, inputs, outputs):
            return lines

        def text_of(lines, inputs, outputs):
            compiling = importlib.import_module("lab.compiling")
            names = {name: f"n{place}" for place, name in enumerate(inputs)}
            rows = [f"def program({', '.join(names.values())}):"]
            for line in lines:
                right = compiling.expression(line, [names[name] for name in line.inputs])
                names[line.outputs[0]] = f"n{len(names)}"
                rows.append(f"    {names[line.outputs[0]]} = {right}")
            return "\n".join([*rows, f"    return [{', '.join(names[o] for o in outputs)}]"])

        engine(needed=kept, compile_tape=text_of)
        two = []
        for sign in ("+", "*"):

            def fn(a, b, sign=sign):
                calls.append(sign)
                return [a + b] if sign == "+" else [a * b]

            two.append(function(fn))
        found = []
        for number, pair in enumerate(shapes):
            tensors = numbers(*pair, seed=number)
            for one in two:
                try:
                    found.append([seen(one(*tensors)), len(calls)])
                except RuntimeError as error:
                    found.append(type(error).__name__)
        operators().locked_operators.clear()
        return found

    yield called


# ---- notebook 6 --------------------------------------------------------------------------------


def nodes(function: Callable) -> Thunks:
    """Use one function as a node alone, among others and in itself; count runs of fn."""
    bodies = [
        lambda a, b: (a + b) * b,
        lambda a, b: a * b * a + b.sum(),
        lambda a, b: a * a,
        lambda a, b: (a * b).exp() * a,
    ]
    around = [lambda fn: fn, lambda fn: lambda a, b: fn(fn(b, a), b) * a]

    def kept(lines, inputs, outputs):
        leading, reached = set(outputs), set(inputs)
        for line in lines:
            if reached.intersection(line.inputs):
                reached.update(line.outputs)
        for line in reversed(lines):
            if leading.intersection(line.outputs):
                leading.update(line.inputs)
        return [
            line
            for line in lines
            if reached.intersection(line.inputs) and leading.intersection(line.outputs)
        ]

    def handed(lines, forward, inputs):
        there = {*inputs}.union(*(line.outputs for line in lines[:forward]))
        return there.intersection(*[{name for line in lines[forward:] for name in line.inputs}])

    for body in bodies:
        for wrap in around:

            def called(body=body, wrap=wrap):
                engine(needed=kept, cut=handed)
                runs = []

                def counted(a, b):
                    runs.append(len(runs))
                    return body(a, b)

                program = wrap(function(counted))
                found = []
                for number, shape in enumerate([(2,), (2,), (3,), (2,)]):
                    pair = numbers(shape, shape, seed=number)
                    tensors = dict(zip("ab", pair, strict=True))
                    found.append([both_orders(program, tensors), len(runs)])
                operators().locked_operators.clear()
                return found

            yield called


SHOWN_NEXT = "the text asks for a prediction, and the cells after the check show the answer"
IN_WORDS = "a bullet of the task says it; to find the program that shows it is the exercise"
HIDDEN = {  # why a mistake that this cell finds passes the checks that can be seen
    "test-add-line": IN_WORDS,
    "test-grad-every_use": f"{SHOWN_NEXT}: a path by itself makes 1023 calls",
    "test-grad-outputs": IN_WORDS,
    "test-grad-long": IN_WORDS,
    "test-grad-known_zero": IN_WORDS,
    "test-grad-manners": IN_WORDS,
    "test-grad-twice": f"{IN_WORDS}; the first cells of notebook 3 show it",
    "test-relu-zero": IN_WORDS,
    "test-expand_to-numbers": IN_WORDS,
    "test-expand_to-tape": IN_WORDS,
    "test-sum_to-numbers": IN_WORDS,
    "test-sum_to-tape": IN_WORDS,
    "test-numeric_grad-slopes": IN_WORDS,
    "test-numeric_grad-central": IN_WORDS,
    "test-second_gradients-norm": IN_WORDS,
    "test-exp-twice": IN_WORDS,
    "test-second_gradients-none": IN_WORDS,
    "test-hvp-sums": IN_WORDS,
    "test-hvp-zeros": IN_WORDS,
    "test-jvp-numbers": IN_WORDS,
    "test-jvp-zeros": IN_WORDS,
    "test-fused-around": "which programs it is part of: to think of that is the exercise",
    "test-checkpoint-once": IN_WORDS,
    "test-checkpoint-twice": "a checkpoint inside of another: to think of that is the exercise",
    "test-needed-path": "the shown tape holds the two mistakes of the hint; other tapes are hidden",
    "test-needed-many": IN_WORDS,
    "test-needed-manners": IN_WORDS,
    "test-compile_tape-text": IN_WORDS,
    "test-compile_tape-numbers": "other programs than the one shown",
    "test-compile_tape-names": IN_WORDS,
    "test-cut-enough": "other tapes than the one shown",
    "test-cut-least": "other tapes than those shown",
    "test-jit-shapes": IN_WORDS,
    "test-jit-own": IN_WORDS,
    "test-aggregate-twice": f"{IN_WORDS}: ask again, until nothing new comes",
    "test-aggregate-once": IN_WORDS,
}

BATTERIES = {
    "add": operator_of(([(), ()],), ([(4,), (4,)],), ([(2, 3), (2, 3)],)),
    "grad": walks,
    "expand_to": operator_of(*[([small], large) for small, large in PAIRS]),
    "sum_to": operator_of(*[([large], small) for small, large in PAIRS]),
    "matmul": operator_of(*[([(n, k), (k, m)],) for n, k, m in [(2, 3, 4), (1, 4, 1), (3, 3, 3)]]),
    "relu": at_zero,
    "numeric_grad": differences,
    "second_gradients": second_losses,
    "exp": operator_of(([(3,)],), ([(2, 2)],), ([()],)),
    "hvp": hessians,
    "jvp": tangents,
    "fused": aggregates,
    "checkpoint": checkpoints,
    "needed": paths,
    "compile_tape": texts,
    "jit": faster,
    "cut": cuts,
    "aggregate": nodes,
}
