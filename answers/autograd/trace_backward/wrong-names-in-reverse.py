"""does: Takes the names from the end of the list of children, one for each call.

points: 1
"""

import torch


def trace_backward(net, x):
    records = []
    handles = []
    names = [n for n, _ in net.named_children()]

    def make(name, child):
        def hook(module, grad_input, grad_output):
            a = None if grad_input[0] is None else grad_input[0].sum().item()
            records.append((names.pop() if names else name, a, grad_output[0].sum().item()))

        return hook

    for name, child in net.named_children():
        handles.append(child.register_full_backward_hook(make(name, child)))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
