"""does: Uses a copy in single precision.

points: 4
hears: Is it rounded, or float32?
"""

import copy


def trace_backward(net, x):
    net = copy.deepcopy(net).float()
    records = []
    for name, child in net.named_children():
        def hook(module, gi, go, name=name):
            records.append((name, None if gi[0] is None else gi[0].sum().item(), go[0].sum().item()))
        child.register_full_backward_hook(hook)
    net(x.float() if x.is_floating_point() else x).sum().backward()
    return records
