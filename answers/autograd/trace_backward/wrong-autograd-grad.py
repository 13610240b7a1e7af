"""does: Asks autograd.grad for each layer instead of a hook.

points: 3
"""

import torch


def trace_backward(net, x):
    seen, handles = [], []
    for name, child in net.named_children():
        def note(module, inputs, output, name=name):
            seen.append((name, inputs[0], output[0] if isinstance(output, tuple) else output))
        handles.append(child.register_forward_hook(note))
    y = net(x).sum()
    for h in handles:
        h.remove()
    records = []
    for name, a, b in reversed(seen):
        left = None
        if isinstance(a, torch.Tensor) and a.requires_grad:
            left = torch.autograd.grad(y, a, retain_graph=True)[0].sum().item()
        records.append((name, left, torch.autograd.grad(y, b, retain_graph=True)[0].sum().item()))
    y.backward()
    return records
