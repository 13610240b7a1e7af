"""does: Returns zero-dimensional NumPy arrays instead of floats.

points: 5
hears: A sum in the record of 'linear2': expected a float, got a NumPy array.
"""

import numpy as np


def trace_backward(net, x):
    records = []
    handles = []
    for name, child in net.named_children():
        def hook(module, gi, go, name=name):
            records.append((name, None if gi[0] is None else np.array(gi[0].sum().item()), np.array(go[0].sum().item())))
        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
