"""does: Converts the sums to integers.

points: 4
"""

def trace_backward(net, x):
    records = []
    handles = []
    for name, child in net.named_children():
        def hook(module, gi, go, name=name):
            records.append((name, None if gi[0] is None else int(gi[0].sum()), int(go[0].sum())))
        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
