"""What answers to the functions of the primer do: batteries of inputs for `run.py`.

`mutants/autograd.py` says what a battery is.
"""

import itertools
import random
from collections.abc import Callable, Iterator

import torch
from torch import nn

Thunks = Iterator[Callable[[], object]]


def numbers(*shapes: tuple[int, ...], seed: int = 0, dtype: torch.dtype = torch.float64) -> list:
    """Random tensors between -2 and 2."""
    generator = torch.Generator().manual_seed(50 + seed)
    return [4 * torch.rand(s, generator=generator, dtype=dtype) - 2 for s in shapes]


def state(tensor: torch.Tensor) -> list[object]:
    """What an answer may not change of a tensor that it was given."""
    return [tensor.detach().clone(), tensor.requires_grad, tensor.grad]


# ---- programs, in notebook 1 ------------------------------------------------------------------


def random_steps(seed: int, kinds: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """A program of the form of the primer, with the steps that `kinds` allows, by first letter.

    Frozen are leaves only: PyTorch refuses others.
    """
    draw = random.Random(seed)
    program, leaves = [("p", "parameter", ()), ("q", "parameter", ()), ("c", "tensor", ())], ["p"]
    names = ["p", "q", "c"]
    while len(program) < 4 + seed % 9:
        letter, name = draw.choice(kinds), f"n{len(program)}"
        if letter == "f":
            program.append((leaf := draw.choice(leaves), "freeze", (leaf,)))
            continue
        if letter in "pt":
            program.append((name, {"p": "parameter", "t": "tensor"}[letter], ()))
            leaves.append(name)
        elif letter in "mn":
            how = {"m": "multiply", "n": "no_grad"}[letter]
            program.append((name, how, (draw.choice(names), draw.choice(names))))
        else:
            program.append((name, {"d": "detach", "l": "long"}[letter], (draw.choice(names),)))
        names.append(name)
    return program


def flags(function: Callable) -> Thunks:
    """Ask for the flags of programs."""
    for seed in range(60):

        def called(seed=seed):
            program = random_steps(seed, ["mmpt", "mmpdn", "mmplf", "mmmptdnlf"][seed % 4])
            answer = function(list(program))
            return {name: list(pair) for name, pair in sorted(answer.items())}

        yield called


# ---- notebook 1 --------------------------------------------------------------------------------


def stopping(function: Callable) -> Thunks:
    """Stop the gradient between pairs of networks."""
    for seed, make in enumerate(
        [
            lambda: (nn.Linear(3, 4), nn.Linear(4, 2)),
            lambda: (nn.Sequential(nn.Linear(3, 3), nn.ReLU()), nn.Linear(3, 1)),
            lambda: (nn.Tanh(), nn.Sequential(nn.Linear(3, 2), nn.Sigmoid())),
            lambda: (nn.Linear(3, 3), nn.Linear(3, 3)),
        ]
    ):

        def called(make=make, seed=seed):
            torch.manual_seed(seed)
            first, second = make()
            (x,) = numbers((5, 3), seed=seed, dtype=torch.float32)
            x.requires_grad_()
            output = function(first, second, x)
            on, output = torch.is_grad_enabled(), output
            if output.requires_grad:
                (output * output).sum().backward()
            every = [x, *first.parameters(), *second.parameters()]
            return [output.detach(), on, output.requires_grad, [state(each) for each in every]]

        yield called


# ---- notebook 2 --------------------------------------------------------------------------------


def three(function: Callable) -> Thunks:
    """Ask for three gradients."""
    for seed, shape in enumerate([(2,), (1,), (4,), ()]):

        def called(seed=seed, shape=shape):
            return list(function(*numbers((), shape, shape, shape, seed=seed)))

        yield called


def slopes(function: Callable) -> Thunks:
    """Ask for tables of slopes, twice."""
    (matrix,) = numbers((3, 4), seed=9)
    other = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    for f, n in [
        (lambda x: matrix @ x, 4),
        (lambda x: x.exp(), 3),
        (lambda x: torch.stack([x.prod()]), 3),
        (lambda x: torch.cat([x.flip(0), x * x.sum()]), 2),
        (lambda x: torch.stack([other[0] * 3, x[0] * x[1]]), 2),
        (lambda x: other * 2, 2),
    ]:

        def called(f=f, n=n):
            (x,) = numbers((n,), seed=n)
            return [function(f, x), function(f, x), state(x)]

        yield called


def descents(function: Callable) -> Thunks:
    """Go downhill."""
    for seed, (loss_of, shape) in enumerate(
        [
            (lambda w: (w - 2) ** 2, ()),
            (lambda w: (w**2).sum() + w.prod(), (3,)),
            (lambda w: (w.exp() - w).sum(), (2, 2)),
            (lambda w: (30 * w**2).sum(), (2,)),  # steep
        ]
    ):
        for steps, rate in [(1, 0.1), (2, 0.05), (7, 0.01), (0, 0.1)]:

            def called(loss_of=loss_of, shape=shape, steps=steps, rate=rate, seed=seed):
                (w,) = numbers(shape, seed=seed)
                answers = [function(loss_of, w, steps, rate).detach() for _ in range(2)]
                return [answers, state(w), torch.is_grad_enabled()]

            yield called


# ---- notebook 3 --------------------------------------------------------------------------------


def weights(function: Callable) -> Thunks:
    """Ask for five gradients."""
    for seed in range(4):

        def called(seed=seed):
            return [float(each) for each in function(*numbers((5,), seed=seed)[0].tolist())]

        yield called


def failing(function: Callable) -> Thunks:
    """Ask about all rows of up to three operations, and about some of five."""
    kept = ["multiply", "exp", "sin", "relu"]
    free = ["add", "minus", "sum", "reshape"]
    draw = random.Random(7)
    rows = [row for size in (1, 2, 3) for row in itertools.product(kept + free, repeat=size)]
    rows += [(*draw.sample(free, k=4), draw.choice(kept)) for _ in range(6)]
    rows += [(draw.choice(kept), *draw.sample(free, k=4)) for _ in range(6)]
    for row in rows:

        def called(row=row):
            return bool(function(list(row)))

        yield called


def online(function: Callable) -> Thunks:
    """Train cells on streams, and let PyTorch count what each backward asks for."""
    for seed, (length, width) in enumerate([(3, 1), (6, 2), (9, 3)]):

        def called(seed=seed, length=length, width=width):
            torch.manual_seed(seed)
            cell = [nn.RNNCell, nn.GRUCell][seed % 2](2, width)
            stream = [(torch.randn(1, 2), torch.rand(1, width)) for _ in range(length)]
            losses = function(cell, stream, 0.1)
            return [list(losses), list(cell.parameters())]

        yield called


def loops(function: Callable) -> Thunks:
    """Ask for slopes of loops."""
    for x, limit in [
        (3.0, 100.0), (1.0, 64.0), (1.0, 65.0), (5.0, 5.0), (5.1, 5.0), (0.3, 1e5), (40.0, 1.0),
        (2.5, 10.0), (0.001, 0.5), (50.0, 100.0),
    ]:  # fmt: skip

        def called(x=x, limit=limit):
            return float(function(x, limit))

        yield called


# ---- notebook 4 --------------------------------------------------------------------------------


def functions(function: type) -> Thunks:
    """Apply a Function to tensors of several shapes, once and twice in one program."""
    for seed, shape in enumerate([(4,), (3, 2), (), (1, 1)]):
        for dtype in (torch.float32, torch.float64):

            def called(seed=seed, shape=shape, dtype=dtype):
                x, arriving = numbers(shape, shape, seed=seed, dtype=dtype)
                x, sent = (x * 3).requires_grad_(), arriving.clone()
                y, z = function.apply(x), function.apply(x.detach() - 1)
                y.backward(arriving)
                return [y.detach(), z, x.grad, state(x), torch.equal(sent, arriving)]

            yield called

    def two():
        one, other = (each.requires_grad_() for each in numbers((3,), (3,), seed=8))
        (function.apply(one) * function.apply(other)).sum().backward()
        return [one.grad, other.grad]

    yield two

    def chained():
        (x,) = numbers((3,), seed=4)
        x.requires_grad_()
        function.apply(function.apply(x)).sum().backward()
        return x.grad

    yield chained


def scalings(function: type) -> Thunks:
    """Scale gradients of leaves and of results, twice with each use."""
    for factor in (2.0, 0.0, -1.5):
        for middle in (False, True):

            def called(factor=factor, middle=middle):
                values, arriving = numbers((3,), (3,), seed=3)
                leaf, other = values.clone().requires_grad_(), values.clone().requires_grad_()
                y = function.apply(leaf * 4 if middle else leaf, factor)
                z = function.apply(other, factor + 1)
                sent, found = arriving.clone(), [y.detach().clone()]
                for _ in range(2):
                    leaf.grad = other.grad = None
                    torch.autograd.backward([y, z], [sent, sent], retain_graph=True)
                    found += [leaf.grad, other.grad]
                return [found, torch.equal(sent, arriving), torch.equal(values, leaf.detach())]

            yield called


# ---- notebook 5 --------------------------------------------------------------------------------


def data(seed: int, *sizes: int) -> tuple[nn.Module, list[tuple[torch.Tensor, torch.Tensor]]]:
    """A network with ones in its `.grad`, and batches of these sizes."""
    torch.manual_seed(seed)
    net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
    for parameter in net.parameters():
        parameter.grad = torch.ones_like(parameter)
    return net, [(torch.randn(size, 2), torch.randn(size, 2)) for size in sizes]


def epochs(function: Callable) -> Thunks:
    """Train for an epoch."""
    for seed, sizes in enumerate([(2,), (3, 3), (4, 1, 2)]):
        for make in (torch.optim.SGD, torch.optim.Adam):

            def called(seed=seed, sizes=sizes, make=make):
                net, batches = data(seed, *sizes)
                losses = function(net, nn.MSELoss(), make(net.parameters(), lr=0.1), batches)
                return [list(losses), [each.detach() for each in net.parameters()]]

            yield called


def steps_in_parts(function: Callable) -> Thunks:
    """Take a step with the parts of a batch."""
    for seed, sizes in enumerate([(2, 2), (5, 1, 2), (3,), (1, 4)]):

        def called(seed=seed, sizes=sizes):
            net, parts = data(seed, *sizes)
            rows, waiting = [], [0]

            def leave(_, arguments, output):
                rows.append(len(arguments[0]))
                if output.requires_grad:
                    waiting.append(waiting[-1] + 1)
                    output.register_hook(lambda _: waiting.append(waiting[-1] - 1))

            net.register_forward_hook(leave)
            function(net, nn.MSELoss(), torch.optim.SGD(net.parameters(), lr=0.1), parts)
            return [max(rows), max(waiting), [each.detach() for each in net.parameters()]]

        yield called


def validations(function: Callable) -> Thunks:
    """Validate networks whose layers have modes of their own, partly frozen, twice."""
    for seed, layer in enumerate([nn.Dropout(0.5), nn.BatchNorm1d(2), nn.Tanh()]):
        for training, inner in [(True, True), (False, False), (True, False), (False, True)]:

            def called(seed=seed, layer=layer, training=training, inner=inner):
                net, batches = data(seed, 3, 3)
                net[0].requires_grad_(inner)
                net = nn.Sequential(net, layer).train(training)
                layer.train(inner)
                kept = []
                hooks = torch.autograd.graph.saved_tensors_hooks(kept.append, lambda _: None)
                with hooks:
                    losses = [function(net, nn.MSELoss(), batches) for _ in range(2)]
                modes = [module.training for module in net.modules()]
                modes += [parameter.requires_grad for parameter in net.parameters()]
                state = [each.clone() for each in net.state_dict().values()]
                return [losses, bool(kept), modes, state, torch.is_grad_enabled()]

            yield called


# ---- notebook 6 --------------------------------------------------------------------------------


def diagnoses(function: Callable) -> Thunks:
    """Ask for the diagnoses."""
    yield lambda: sorted(function().items())


BATTERIES = {
    "predict_flags": flags,
    "stop_gradient": stopping,
    "predict_grads": three,
    "jacobian": slopes,
    "descend": descents,
    "four_weights": weights,
    "second_backward_fails": failing,
    "train_online": online,
    "diagnoses": diagnoses,
    "loop_grad": loops,
    "Silu": functions,
    "ScaleGradient": scalings,
    "train_epoch": epochs,
    "step_in_parts": steps_in_parts,
    "validate": validations,
}
