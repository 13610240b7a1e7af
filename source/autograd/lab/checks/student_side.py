"""Functions that the checks call in the process where your answers run."""

import copy
import warnings

import torch

from ..engine import is_leaf, watching
from .by_hand import by_hand


def without_autograd(function, *arguments):
    """Call a function while PyTorch refuses to differentiate; return its result.

    Raises `by_hand.NotByHand` if the function asks for a derivative, in whatever way.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    with by_hand():
        return function(*arguments)


def changed_arguments(function, *arguments):
    """Call a function while PyTorch refuses to differentiate; return what it has changed.

    Returns the positions of the tensors that differ after the call.
    """
    __tracebackhide__ = True
    before = [tensor.clone() for tensor in arguments]
    without_autograd(function, *arguments)
    pairs = enumerate(zip(before, arguments, strict=True))
    return [place for place, (old, new) in pairs if not torch.equal(old, new)]


def without_warnings(function, *arguments):
    """Call a function while no warning is shown, or turned into an error; return its result."""
    __tracebackhide__ = True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*arguments)


def fill_grads(net, x):
    """Put large numbers into `.grad` of the parameters of a network, by a loss of squares."""
    ((10 * net(x)) ** 2).sum().backward()


def grads_of_parameters(net):
    """Return {name: `.grad`} of the parameters of a network, as copies; None if there is none."""
    return {
        name: None if parameter.grad is None else parameter.grad.detach().clone()
        for name, parameter in net.named_parameters()
    }


def count_hooks(net):
    """Count the hooks on a network: {where: how many}.

    The places are "the network" (its modules), "the parameters" and "all modules" (global hooks,
    which run for every network of the program).
    """
    kinds = ["_backward_hooks", "_backward_pre_hooks", "_forward_hooks", "_forward_pre_hooks"]
    after_accumulation = "_post_accumulate_grad_hooks"
    of_parameters = 0
    for parameter in net.parameters():
        of_parameters += len(parameter._backward_hooks or ())
        of_parameters += len(getattr(parameter, after_accumulation, None) or ())
    return {
        "the network": sum(len(getattr(part, kind)) for part in net.modules() for kind in kinds),
        "the parameters": of_parameters,
        "all modules": sum(len(getattr(torch.nn.modules.module, f"_global{k}")) for k in kinds),
    }


def attributes_of(net):
    """Return the names of the attributes of each module of a network, by the module's name."""
    return {name: sorted(vars(part)) for name, part in net.named_modules()}


def returns_one_list(function, *arguments):
    """Call a function twice; return whether both calls return the same object."""
    __tracebackhide__ = True
    first = without_warnings(function, *arguments)
    second = without_warnings(function, *arguments)
    return first is second


class FirstOnly(torch.autograd.Function):
    """Returns its first input, and passes None on to its second."""

    @staticmethod
    def forward(ctx, first, second):
        # Where only None arrives, PyTorch would call backward with zeros; now it passes None.
        ctx.set_materialize_grads(False)
        return first.clone()

    @staticmethod
    def backward(ctx, gradient):
        # As PyTorch's own nodes do, pass None on if no gradient is needed.
        first_needs, _ = ctx.needs_input_grad
        return (gradient if first_needs else None), None


def copies(inputs):
    """Return {name: copy} of tensors that are leaves."""
    return {
        name: tensor.detach().clone().requires_grad_(tensor.requires_grad)
        for name, tensor in inputs.items()
    }


def build(network, leaves):
    """Run a network; return its output.

    Arguments:
        network: a module, or a program: a list of (name of a function of torch, numbers of its
            inputs ...). The leaves have the numbers from 0 on, and then each result; a function
            that returns a tuple has several. `first_only` is `FirstOnly`. The last result is the
            output.
        leaves: {name: tensor}, what the network is run on.
    """
    values = list(leaves.values())
    if isinstance(network, torch.nn.Module):
        made = network(*values)
        return made[0] if isinstance(made, tuple) else made
    for name, *numbers in network:
        function = FirstOnly.apply if name == "first_only" else getattr(torch, name)
        made = function(*[values[number] for number in numbers])
        values += made if isinstance(made, tuple) else [made]
    return values[-1]


def copies_of_grads(leaves):
    """Return {name: `.grad` of a leaf, or None}, as copies."""
    return {
        name: None if leaf.grad is None else leaf.grad.detach().clone()
        for name, leaf in leaves.items()
    }


def leaves_behind(visits):
    """Return the set of leaves to whose nodes an arrow leads from one of the nodes of a list."""
    behind = [after for node in set(visits) for after, _ in node.next_functions]
    return {after.variable for after in behind if after is not None and is_leaf(after)}


def watch_run(run_backward, network, inputs, times=1):
    """Let an engine run the graph of a network while PyTorch refuses to differentiate.

    Arguments:
        run_backward: the learner's function, which is called with an output.
        network, inputs: as in `build`; they are copied.
        times: how often it is called, each time with the output of another run of the network.

    Returns a dict: "grads" is {name: `.grad` of a leaf, or None}, and "first" the same after the
    first call; "reached" is the names of the leaves that an operation of the last call sends to,
    "ran" the number of operations that this call has run with `run_node`, and "shared" whether two
    leaves have one tensor as their `.grad`.

    Raises `by_hand.NotByHand` if the function asks for a derivative, in whatever way.
    """
    __tracebackhide__ = True
    network, leaves = copy.deepcopy(network), copies(inputs)
    if isinstance(network, torch.nn.Module):
        leaves |= dict(network.named_parameters())
        inputs = {name: leaves[name] for name in inputs}
    else:
        inputs = leaves
    first = None
    for _ in range(times):
        output = build(network, inputs)
        with by_hand(), watching() as visits:
            run_backward(output)
        first = first or copies_of_grads(leaves)
    reached = leaves_behind(visits)
    grads = {name: leaf.grad for name, leaf in leaves.items()}
    places = [grad.untyped_storage().data_ptr() for grad in grads.values() if grad is not None]
    return {
        "grads": copies_of_grads(leaves),
        "first": first,
        "reached": [name for name, leaf in leaves.items() if leaf in reached],
        "ran": sum(not is_leaf(node) for node in visits),
        "shared": len(set(places)) < len(places),
    }
