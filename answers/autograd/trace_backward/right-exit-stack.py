"""Removes the hooks with an ExitStack, and passes the name with functools.partial.

points: 6
"""

from contextlib import ExitStack
from functools import partial


def trace_backward(net, x):
    records = []

    def note(name, module, grad_input, grad_output):
        arrives = grad_output[0].sum().item()
        leaves = None if grad_input[0] is None else grad_input[0].sum().item()
        records.append((name, leaves, arrives))

    with ExitStack() as stack:
        for name, child in net.named_children():
            handle = child.register_full_backward_hook(partial(note, name))
            stack.callback(handle.remove)
        net(x).sum().backward()
    return records
