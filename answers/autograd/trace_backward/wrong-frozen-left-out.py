"""does: Puts no hook on a layer that is frozen.

points: 5
"""

import torch


def trace_backward(net, x):
    records = []
    handles = []

    def make(name, child):
        def hook(module, grad_input, grad_output):
            a = None if grad_input[0] is None else grad_input[0].sum().item()
            records.append((name, a, grad_output[0].sum().item()))

        return hook

    for name, child in [(n, c) for n, c in net.named_children() if all(p.requires_grad for p in c.parameters())]:
        handles.append(child.register_full_backward_hook(make(name, child)))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
