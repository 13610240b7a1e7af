"""Holds each hook open with a context manager and recursion.

points: 6
"""

from contextlib import contextmanager


@contextmanager
def hook_on(name, child, records):
    def hook(child, grad_input, grad_output):
        sums = []
        for gradient, *_ in (grad_input, grad_output):
            sums.append(gradient if gradient is None else gradient.sum().item())
        records.append((name, *sums))

    handle = child.register_full_backward_hook(hook)
    try:
        yield
    finally:
        handle.remove()


def trace_backward(net, x):
    records = []

    def inside(children):
        if not children:
            return net(x).sum().backward()
        (name, child), *others = children
        with hook_on(name, child, records):
            return inside(others)

    inside(list(net.named_children()))
    return records
