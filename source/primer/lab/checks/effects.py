"""Functions that call an answer in its own process and report the effects as plain data.

A tensor with a graph cannot leave the process that made it. When work is graded, the checks and the
answers run in different processes; these functions run with the answers and return numbers.
"""

import contextlib
import copy
import weakref

import torch
from torch import nn

from .by_hand import by_hand


def watch_stop_gradient(stop_gradient, first, second, x, data=False):
    """Call `stop_gradient(first, second, x)`, run backward, and report what happened.

    Arguments:
        stop_gradient: the function of the notebook.
        first, second: modules. Their `.grad` is cleared before the call.
        x: a tensor.
        data: whether x does not require grad.

    Returns a dict of plain data: "output", "graph" (whether the output has one), "x" (its `.grad`),
    "first" and "second" (the `.grad` of each of their parameters), "frozen" (the names of those
    that required grad before the call and no longer do), "thawed" (the other way round), "grad
    mode" (whether it is as before, also if PyTorch did not record), "modes" (as of
    `watch_validation`, for each layer of both), "cleared" (the names of the parameters whose
    `.grad`, filled before another call, has changed in it), "silent" (the names of the parameters
    of first that learn nothing afterwards, in the plain `second(first(x))`).
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    x = x.detach().clone().requires_grad_(not data)
    both = nn.ModuleDict({"first": first, "second": second})
    modes = modes_of(both)
    everything = {"x": x}
    for title, net in (("first", first), ("second", second)):
        net.zero_grad()
        everything |= {f"{title}.{name}": each for name, each in net.named_parameters()}
    needed = {name: each.requires_grad for name, each in everything.items()}
    mode = torch.is_grad_enabled()
    try:
        output = stop_gradient(first, second, x)
        left = torch.is_grad_enabled()
    finally:
        torch.set_grad_enabled(mode)
    now = {name: each.requires_grad for name, each in everything.items()}
    modes_after = modes_of(both)
    graph = isinstance(output, torch.Tensor) and output.requires_grad
    if graph:
        (output**2).sum().backward()
    seen = {
        "output": plain(output),
        "graph": graph,
        # A copy, because the backward of `silent_in` adds to it.
        "x": None if x.grad is None else x.grad.clone(),
        "first": [each.grad for each in first.parameters()],
        "second": [each.grad for each in second.parameters()],
        "modes": {name: [training, modes_after[name]] for name, training in modes.items()},
        "frozen": [name for name in now if needed[name] and not now[name]],
        "thawed": [name for name in now if now[name] and not needed[name]],
        "grad mode": left == mode,
    }
    seen["cleared"] = cleared_by(lambda: stop_gradient(first, second, x), both)
    # Where nothing is recorded, an answer with a hook on a tensor fails, and that is no mistake.
    with torch.no_grad(), contextlib.suppress(RuntimeError):
        stop_gradient(first, second, x)
        seen["grad mode"] = seen["grad mode"] and not torch.is_grad_enabled()
    seen["silent"] = silent_in(both, lambda: second(first(x)))
    return seen


def cleared_by(call, net):
    """Return the names of the parameters whose `.grad`, ones before, is changed by a call."""
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    for parameter in net.parameters():
        parameter.grad = torch.ones_like(parameter)
    mode = torch.is_grad_enabled()
    try:
        call()
    finally:
        torch.set_grad_enabled(mode)
    return without_ones(net)


def without_ones(net):
    """Return the names of the parameters whose `.grad` does not hold ones."""
    return [
        name
        for name, parameter in net.named_parameters()
        if parameter.grad is None or not bool((parameter.grad == 1).all())
    ]


def silent_in(net, forward):
    """Return the names of the parameters that require grad and get None or zeros by backward."""
    net.zero_grad()
    output = forward()
    if output.requires_grad:
        (output**2).sum().backward()
    return [
        name
        for name, parameter in net.named_parameters()
        if parameter.requires_grad and (parameter.grad is None or not bool(parameter.grad.any()))
    ]


def watch_calls(function, *arguments):
    """Call an answer twice; report its results and its effects on the arguments.

    Returns a dict: "answer" and "again", the results of the two calls; and, for the tensors among
    the arguments, the lists "changed" (whether the numbers have changed), "grad" (whether
    `.grad` is filled) and "requires grad".
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    tensors = [each for each in arguments if isinstance(each, torch.Tensor)]
    before = [tensor.detach().clone() for tensor in tensors]
    # No comprehension: in Python 3.11 it is a frame of its own, in the traceback of an error.
    answer = plain(function(*arguments))
    again = plain(function(*arguments))
    after = [tensor.detach() for tensor in tensors]
    return {
        "answer": answer,
        "again": again,
        "changed": [not torch.equal(*pair) for pair in zip(before, after, strict=True)],
        "grad": [tensor.grad is not None for tensor in tensors],
        "requires grad": [tensor.requires_grad for tensor in tensors],
    }


def watch_places(function, f, places):
    """Call an answer with one `f` and each of several tensors; return its results."""
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    answers = []
    for x in places:
        answers.append(plain(function(f, x)))  # no comprehension, as in `watch_calls`
    return answers


def plain(value):
    """Return a copy of a tensor, or of those in a tuple, without graph; anything else as it is."""
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    return value.detach().clone() if isinstance(value, torch.Tensor) else value


def watch_function(function, x, grad_y=None):
    """Run `function.apply(x)`, and its backward with `grad_y` arriving.

    Arguments:
        function: a class made from `torch.autograd.Function`.
        x: a tensor.
        grad_y: a tensor of the same shape, or None for no backward.

    Returns a dict of plain data: "is function", as `is_function` says; "value"; "gradient" of x
    (or None); and "changed", whether x has changed.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    x = x.detach().clone().requires_grad_()
    before = x.detach().clone()
    y = function.apply(x)
    if grad_y is not None:
        # A copy, in the same layout: a backward that works in place must not change what the check
        # compares with.
        y.backward(grad_y.clone())
    return {
        "is function": is_function(function),
        "value": plain(y),
        "gradient": x.grad,
        "changed": not torch.equal(before, x.detach()),
    }


GRID_SHAPES = [(), (2,), (0,), (2, 3), (2, 1, 2), (2, 3, 4)]
GRID_NUMBERS = [(1, torch.float64), (100, torch.float64), (1, torch.float32)]  # the largest
GRID_LAYOUTS = ["plain", "transposed"]  # of the gradient that arrives


def grid():
    """Return inputs for a Function, and gradients that arrive: [(x, layout, grad_y), ...].

    The text of the task demands each of these:

    - GRID_SHAPES: "`x` has any shape"
    - GRID_NUMBERS, GRID_LAYOUTS: "the function is applied to each entry"
    """
    draw = torch.Generator().manual_seed(4)
    cases = []
    for shape in GRID_SHAPES:
        for largest, dtype in GRID_NUMBERS:
            x = (torch.rand(shape, generator=draw, dtype=torch.float64) * 2 - 1) * largest
            for layout in GRID_LAYOUTS:
                grad_y = torch.rand(shape, generator=draw, dtype=torch.float64)
                cases.append((x.to(dtype), layout, grad_y.to(dtype)))
    return cases


def laid_out(grad_y, layout):
    """Return a tensor with the same numbers, in another order in memory."""
    if layout == "transposed" and grad_y.dim() > 1:
        return grad_y.transpose(0, -1).contiguous().transpose(0, -1)
    return grad_y


def watch_grid(function, cases):
    """Run a Function on the inputs of `grid`; return a list of what `watch_function` returns.

    Of an error it holds the text.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    seen = []
    for x, layout, grad_y in cases:
        try:
            seen.append(watch_function(function, x, laid_out(grad_y, layout)))
        except Exception as error:
            seen.append(f"it raises {type(error).__name__}. {error}")
    return seen


def is_function(answer):
    """Return whether an answer is a class made from torch.autograd.Function, with its `apply`."""
    base = torch.autograd.Function
    made = isinstance(answer, type) and issubclass(answer, base)
    return made and answer.apply.__func__ is base.apply.__func__


def watch_two_uses(function, x, arriving):
    """Use `function` on `x` and on `x + 1`, in one program and each by itself.

    The program also uses it on `x + 2`, and does not use the result.

    Arguments:
        function: a class made from `torch.autograd.Function`.
        x: a tensor.
        arriving: the gradient that arrives at each of the two results, a tensor like `x`.

    Returns a dict: "together", the gradients of the two inputs if both are used in one program,
    and "alone", the same two if each is used by itself. Both are lists of two tensors, or None
    if no gradient arrives. "changed" is whether the gradient that arrived was changed, "is
    function" what `is_function` says, and "after a change" the gradient of the first input if it is
    changed in place between forward and backward, or None if that ends in an error.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    seen, arriving = {"changed": False, "is function": is_function(function)}, arriving.clone()
    sent = arriving.clone()
    for how in ("together", "alone"):
        one = x.detach().clone().requires_grad_()
        other = (x.detach() + 1).requires_grad_()
        if how == "together":
            total = function.apply(one) + function.apply(other)
            function.apply(x.detach() + 2)
            total.backward(arriving)
        else:
            function.apply(one).backward(arriving)
            function.apply(other).backward(arriving)
        seen[how] = [one.grad, other.grad]
        seen["changed"] = seen["changed"] or not torch.equal(arriving, sent)
        arriving = sent.clone()
    seen["after a change"] = gradient_after_a_change(function, x, arriving)
    return seen


def gradient_after_a_change(function, x, arriving):
    """Return the gradient of `x` if a copy is changed in place after forward, or None.

    None stands for PyTorch's error.
    """
    leaf = x.detach().clone().requires_grad_()
    held = leaf.clone()
    y = function.apply(held)
    held.add_(3)
    try:
        y.backward(arriving)
    except RuntimeError:
        return None
    return leaf.grad


def watch_scaling(function, values, factors, arriving):
    """Use `function` on a tensor and each factor, run backward twice, and report what happened.

    Arguments:
        function: the class of the notebook, applied to (tensor, factor).
        values: the numbers of the tensor.
        factors: two floats; the function is used with both in one program.
        arriving: the gradient that arrives at each of the two results, a tensor.

    Returns a dict of plain data: "values", the two results; "first" and "second", the gradients of
    the two inputs after the first and the second backward; "arrived", the gradient that arrived,
    as it is after the first backward; "changed", whether an input has changed; "is function", what
    `is_function` says.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    leaves = [values.detach().clone().requires_grad_() for _ in factors]
    seen, sent = {"is function": is_function(function)}, arriving.clone()
    results = list(map(function.apply, leaves, factors))
    seen["values"] = [plain(result) for result in results]
    for turn in ("first", "second"):
        for leaf in leaves:
            leaf.grad = None
        torch.autograd.backward(results, [sent] * len(results), retain_graph=True)
        seen[turn] = [leaf.grad for leaf in leaves]
        seen.setdefault("arrived", sent.clone())
    seen["changed"] = not all(torch.equal(leaf.detach(), values) for leaf in leaves)
    return seen


def call_by_hand(function, *arguments):
    """Call an answer that must be worked out by hand; return a copy of its result.

    Raises by_hand.NotByHand if the answer asks PyTorch to differentiate.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    with by_hand():
        return plain(function(*arguments))


def watch_online(train_online, cell, stream, rate):
    """Train a copy of `cell` twice; the second time, count the saved tensors of each backward.

    Arguments:
        train_online: the function of notebook 6.
        cell: a recurrent cell, such as `nn.RNNCell`. It and the stream are used in the default
            dtype, which `torch.zeros` has in the answer too.
        stream: a list of pairs (x, target) of tensors.
        rate: the learning rate, a float.

    Returns a dict: "losses", its result; "again", its result if it trains the same cell once more,
    with the first two pairs;
    "graph", whether one of these still has a graph; "moved",
    whether a weight has moved; "asked", for each step the number of saved tensors that backward
    asked for after the cell was called.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    dtype = torch.get_default_dtype()
    cell = copy.deepcopy(cell).to(dtype)
    stream = [(x.to(dtype), target.to(dtype)) for x, target in stream]
    trained, counted, asked = copy.deepcopy(cell), copy.deepcopy(cell), [0]
    losses = train_online(trained, stream, rate)
    pairs = zip(cell.parameters(), trained.parameters(), strict=True)
    moved = not all(torch.equal(*pair) for pair in pairs)
    again = train_online(trained, stream[:2], rate)

    def ask(tensor):
        asked[-1] += 1
        return tensor

    # In a separate run, because PyTorch ignores the versions of tensors that hooks keep.
    counted.register_forward_hook(lambda *_: asked.append(0))
    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor.detach(), ask):
        train_online(counted, stream, rate)
    return {
        "losses": plain(losses),
        "again": plain(again),
        "graph": any_graph(losses),
        "moved": moved,
        "asked": asked[1:],
    }


def any_graph(losses):
    """Return whether a tensor in a list has a graph."""
    several = losses if isinstance(losses, (list, tuple)) else []
    return any(isinstance(each, torch.Tensor) and each.requires_grad for each in several)


def weighted(output, target):
    """Return a loss that is not symmetric: each squared error counts by the size of its target."""
    return ((output - target) ** 2 * target.abs()).mean()


LOSSES = {"squared": nn.MSELoss(), "weighted": weighted}


def watch_epoch(train_epoch, net, batches, rate, momentum=0.0, loss="squared"):
    """Train a copy of `net` for an epoch. Its `.grad` holds ones before, as if left over.

    Returns a dict: "losses", what `train_epoch` returned; "graph", whether one of these still has a
    graph; "start" and "weights", the weights before and after; "steps", how many steps the
    optimizer took; "batches", how many batches there were; "training", for each BatchNorm by name
    how many batches it saw in training mode; "after two", the same after a second epoch;
    "leftovers", whether the ones made a difference.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    start = [plain(each) for each in net.parameters()]
    clean, optimizer, _ = ready(net, rate, momentum, left_over=False)
    train_epoch(clean, LOSSES[loss], optimizer, batches)
    net, optimizer, steps = ready(net, rate, momentum)
    losses = train_epoch(net, LOSSES[loss], optimizer, batches)
    seen = {
        "training": batches_tracked(net),
        "leftovers": differ(net, clean),
        "losses": plain(losses),
        "graph": any_graph(losses),
        "start": start,
        "weights": [plain(each) for each in net.parameters()],
        "steps": len(steps),
        "batches": len(batches),
    }
    train_epoch(net, LOSSES[loss], optimizer, batches)
    seen["after two"] = batches_tracked(net)
    return seen


def batches_tracked(net):
    """Return {name of a BatchNorm: how many batches it has seen in training mode}."""
    return {
        name.rpartition(".")[0]: int(count)
        for name, count in net.named_buffers()
        if name.endswith("num_batches_tracked")
    }


def differ(net, other):
    """Return whether two networks have different weights."""
    pairs = zip(net.parameters(), other.parameters(), strict=True)
    return not all(torch.equal(*pair) for pair in pairs)


def watch_parts(step_in_parts, net, parts, rate, loss="squared", adam=False):
    """Take one step with a copy of `net` and the parts of a batch, with ones in `.grad` before.

    Returns a dict: "start" and "weights", the weights before and after; "steps", how many steps the
    optimizer took; "rows", how many rows went through the network at each call; "waiting", for each
    call how many recorded outputs of the network, including its own, backward had not reached yet;
    "alive", of how many parts saved tensors were alive at the same time; "leftovers", whether the
    ones made a difference.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    start = [plain(each) for each in net.parameters()]
    counted, optimizer, _ = ready(net, rate, adam=adam, left_over=False)
    alive = count_alive(step_in_parts, counted, LOSSES[loss], optimizer, parts)
    net, optimizer, steps = ready(net, rate, adam=adam)
    rows, waiting, outputs = [], [], set()

    def leave(module, arguments, output):
        rows.append(len(arguments[0]))
        if output.requires_grad:
            number = len(rows)
            outputs.add(number)
            # The gradient of the output is computed by backward() and by autograd.grad alike.
            output.register_hook(lambda gradient: outputs.discard(number))
        waiting.append(len(outputs))

    net.register_forward_hook(leave)
    step_in_parts(net, LOSSES[loss], optimizer, parts)
    return {
        "alive": alive,
        "leftovers": differ(net, counted),
        "start": start,
        "weights": [plain(each) for each in net.parameters()],
        "steps": len(steps),
        "rows": rows,
        "waiting": waiting,
    }


class Saved:
    """A saved tensor, and the number of the part whose graph saved it."""

    def __init__(self, tensor, part):
        self.tensor, self.part = tensor, part


def count_alive(step_in_parts, net, loss_fn, optimizer, parts):
    """Return of how many parts saved tensors were alive when a part had gone through `net`."""
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    alive, most, part = weakref.WeakSet(), [0], [0]

    def begin(*_):
        part[0] += 1

    def look(*_):
        most[0] = max(most[0], len({saved.part for saved in alive}))

    def keep(tensor):
        saved = Saved(tensor.detach(), part[0])
        alive.add(saved)
        return saved

    net.register_forward_pre_hook(begin)
    net.register_forward_hook(look)
    try:
        with torch.autograd.graph.saved_tensors_hooks(keep, lambda saved: saved.tensor):
            step_in_parts(net, loss_fn, optimizer, parts)
    except RuntimeError as error:
        if "saved tensor hooks" not in str(error):  # torch.func does not allow them
            raise
    return most[0]


def ready(net, rate, momentum=0.0, adam=False, left_over=True):
    """Return a copy of `net`, an optimizer for it, and a list that grows with each of its steps.

    `left_over`: whether `.grad` holds ones, as if left over from another backward.
    """
    net, steps = copy.deepcopy(net), []
    if adam:
        optimizer = torch.optim.Adam(net.parameters(), lr=rate)
    else:
        optimizer = torch.optim.SGD(net.parameters(), lr=rate, momentum=momentum)
    optimizer.register_step_post_hook(lambda *_: steps.append(1))
    for parameter in net.parameters():
        parameter.grad = torch.ones_like(parameter) if left_over else None
    return net, optimizer, steps


def watch_validation(validate, net, batches, loss="squared"):
    """Validate a copy of `net` twice, and report what was left behind.

    Returns a dict: "loss" and "again", what the two calls returned; "kept", the number of tensors
    that were saved for backward; "modes", for the copy and each layer in it by name (the copy
    itself has the name ""), whether it is in training mode before and after; "frozen" and "thawed",
    the names of the parameters that were frozen, or no longer are; "grad mode", whether PyTorch
    records as before (in the second call it does not); "changed", whether a weight or a running
    mean has changed; "grads", the names of the parameters whose `.grad`, which holds ones before,
    has changed.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    net, kept, mode = copy.deepcopy(net), [], torch.is_grad_enabled()
    for parameter in net.parameters():
        parameter.grad = torch.ones_like(parameter)
    before = {name: plain(each) for name, each in net.state_dict().items()}
    modes, needed = modes_of(net), needs_of(net)

    def keep(tensor):
        kept.append(1)
        return tensor.detach()

    try:
        with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
            mean = validate(net, LOSSES[loss], batches)
        left, modes_after, needed_after = torch.is_grad_enabled(), modes_of(net), needs_of(net)
        with torch.no_grad():
            again = validate(net, LOSSES[loss], batches)
            off = not torch.is_grad_enabled()
    finally:
        torch.set_grad_enabled(mode)
    after = net.state_dict()
    return {
        "loss": plain(mean),
        "again": plain(again),
        "kept": len(kept),
        "modes": {name: [training, modes_after[name]] for name, training in modes.items()},
        "frozen": [name for name in needed if needed[name] and not needed_after[name]],
        "thawed": [name for name in needed if needed_after[name] and not needed[name]],
        "grad mode": left == mode and off,
        "grads": without_ones(net),
        "changed": not all(torch.equal(each, after[name]) for name, each in before.items()),
    }


def modes_of(net):
    """Return whether a network and each layer in it is in training mode, by its name."""
    return {name: layer.training for name, layer in net.named_modules()}


def needs_of(net):
    """Return whether each parameter of a network requires grad, by its name."""
    return {name: each.requires_grad for name, each in net.named_parameters()}
