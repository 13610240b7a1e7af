"""does: Uses the mean of the entries instead of their sum.

points: 4
"""

def trace_backward(net, x):
    records = []
    handles = []
    for name, child in net.named_children():
        def hook(module, gi, go, name=name):
            records.append((name, None if gi[0] is None else gi[0].mean().item(), go[0].mean().item()))
        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
