"""does: Adds the sums of all entries of grad_input.

points: 4
"""

import torch


def trace_backward(net, x):
    records = []
    handles = []

    def make(name, child):
        def hook(module, grad_input, grad_output):
            a = [g.sum().item() for g in grad_input if g is not None]
            records.append((name, sum(a) if a else None, grad_output[0].sum().item()))

        return hook

    for name, child in net.named_children():
        handles.append(child.register_full_backward_hook(make(name, child)))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
