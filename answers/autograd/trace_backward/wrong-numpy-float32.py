"""does: Returns the sums as NumPy float32.

points: 5
hears: A sum in the record of 'linear2': expected a float, got a NumPy float32.
"""

import numpy as np


def trace_backward(net, x):
    def total(gradients):
        return None if gradients[0] is None else np.float32(gradients[0].sum().item())

    records, handles = [], []
    for name, child in net.named_children():
        def hook(module, gi, go, name=name):
            records.append((name, total(gi), total(go)))

        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
