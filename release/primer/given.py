"""What calls an answer where it lives, and turns what happened into plain data.

A tensor with a graph cannot leave the process that made it. When work is graded, the checks run in
another process than the answers; these functions run beside the answers and hand over numbers.
"""

import torch


def report(stop_gradient, first, second, x):
    """Call `stop_gradient(first, second, x)`, run backward, and tell what happened.

    Arguments:
        stop_gradient: the function of the notebook.
        first, second: modules. Their `.grad` is cleared before the call.
        x: a tensor.

    Returns a dict of plain data: "output", "graph" (whether the output has one), "x" (its `.grad`),
    "first" and "second" (the `.grad` of each of their parameters), "frozen" (the names of those
    that needed grad before the call and no longer do), "thawed" (the other way round), "grad mode"
    (whether it is as before).
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    x = x.detach().clone().requires_grad_()
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
    graph = isinstance(output, torch.Tensor) and output.requires_grad
    if graph:
        (output**2).sum().backward()
    return {
        "output": plain(output),
        "graph": graph,
        "x": x.grad,
        "first": [each.grad for each in first.parameters()],
        "second": [each.grad for each in second.parameters()],
        "frozen": [name for name in now if needed[name] and not now[name]],
        "thawed": [name for name in now if now[name] and not needed[name]],
        "grad mode": left == mode,
    }


def watch(function, *arguments):
    """Call an answer twice, and tell what it returned and what it did to its arguments.

    Returns a dict: "answer" and "again", what the two calls returned; and, for the tensors among
    the arguments, the lists "changed" (whether the numbers are others than before), "grad" (whether
    `.grad` is filled) and "needs grad".
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    tensors = [each for each in arguments if isinstance(each, torch.Tensor)]
    before = [tensor.detach().clone() for tensor in tensors]
    answer, again = (plain(function(*arguments)) for _ in range(2))
    after = [tensor.detach() for tensor in tensors]
    return {
        "answer": answer,
        "again": again,
        "changed": [not torch.equal(*pair) for pair in zip(before, after, strict=True)],
        "grad": [tensor.grad is not None for tensor in tensors],
        "needs grad": [tensor.requires_grad for tensor in tensors],
    }


def plain(value):
    """Return a copy of a tensor without its graph; anything else as it is."""
    return value.detach().clone() if isinstance(value, torch.Tensor) else value


def apply(function, x, grad_y=None):
    """Run `function.apply(x)`, and its backward with `grad_y` arriving.

    Arguments:
        function: a class made from `torch.autograd.Function`.
        x: a tensor.
        grad_y: a tensor of the same shape, or None for no backward.

    Returns a dict of plain data: "value", "gradient" of x (or None), and "changed", whether x is
    another than before.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    x = x.detach().clone().requires_grad_()
    before = x.detach().clone()
    y = function.apply(x)
    if grad_y is not None:
        y.backward(grad_y)
    return {
        "value": plain(y),
        "gradient": x.grad,
        "changed": not torch.equal(before, x.detach()),
    }


def used_twice(function, x):
    """Use `function` on `x` and on `x + 1` in one program.

    Returns the gradient of the sum of both results with respect to the two inputs, two tensors.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    one = x.detach().clone().requires_grad_()
    other = (x.detach() + 1).requires_grad_()
    (function.apply(one) + function.apply(other)).sum().backward()
    return [one.grad, other.grad]


def hooked(scale_gradient, values, factor, arriving, middle=False):
    """Scale the gradient of a tensor, run backward twice, and tell what happened.

    Arguments:
        scale_gradient: the function of the notebook.
        values: the numbers of the tensor, a tensor.
        factor: what to multiply with.
        arriving: the gradient that arrives, a tensor of the same shape.
        middle: whether the tensor is a result and not a leaf.

    Returns a dict of plain data: "first", the gradient that came through with the hook; "handle",
    whether the handle can be removed; "second", the gradient after the removal; "arrived", the
    gradient that arrived as it is after the first backward; "value", the numbers of the tensor.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    leaf = values.detach().clone().requires_grad_()
    t = leaf * 1 if middle else leaf
    arriving, seen = arriving.clone(), {}
    handle = scale_gradient(t, factor)
    t.backward(arriving, retain_graph=True)
    seen["first"], seen["arrived"], seen["value"] = leaf.grad, arriving, t.detach().clone()
    seen["handle"] = callable(getattr(handle, "remove", None))
    if seen["handle"]:
        leaf.grad = None
        handle.remove()
        t.backward(arriving.clone())
        seen["second"] = leaf.grad
    return seen
