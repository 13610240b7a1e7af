"""does: Puts one hook on each layer, and leaves it there for the next call.

points: 2
"""

def trace_backward(net, x):
    records = []
    for name, child in net.named_children():
        if not hasattr(child, "_traced"):
            child._traced = []
            child.register_full_backward_hook(
                lambda m, a, b, name=name: m._traced.append(
                    (name, None if a[0] is None else a[0].sum().item(), b[0].sum().item())
                )
            )
    net(x).sum().backward()
    for child in reversed(list(net.children())):
        records += child._traced
        child._traced.clear()
    return records
