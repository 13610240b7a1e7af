"""Sums with NumPy, whose float64 is a Python float.

points: 6
"""

import numpy as np


def trace_backward(net, x):
    def total(gradients):
        if gradients[0] is None:
            return None
        return np.sum(gradients[0].detach().numpy(), dtype=np.float64)

    records, handles = [], []
    for name, child in net.named_children():
        def hook(module, gi, go, name=name):
            records.append((name, total(gi), total(go)))

        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
