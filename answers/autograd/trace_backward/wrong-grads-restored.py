"""does: Passes a gradient of ones, and restores each .grad.

points: 5
hears: do not clear .grad
"""

import torch


def trace_backward(net, x):
    before = {p: p.grad for p in net.parameters()}
    records = []
    handles = []

    def hook_for(name):
        def hook(module, grad_input, grad_output):
            sums = tuple(None if g[0] is None else g[0].sum().item()
                         for g in (grad_input, grad_output))
            records.append((name,) + sums)
        return hook

    for name, module in net.named_children():
        handles.append(module.register_full_backward_hook(hook_for(name)))
    try:
        y = net(x)
        y.backward(gradient=torch.ones_like(y))
    finally:
        for handle in handles:
            handle.remove()
        for p, grad in before.items():
            p.grad = grad
    return records
