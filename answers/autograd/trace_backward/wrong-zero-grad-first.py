"""does: Clears every .grad first.
believes: "Each backward pass begins with empty gradients."

points: 5
hears: do not clear .grad
"""

def trace_backward(net, x):
    net.zero_grad()
    records, handles = [], []
    for name, child in net.named_children():
        def hook(module, gi, go, name=name):
            leaves = None if gi[0] is None else gi[0].sum().item()
            records.append((name, leaves, go[0].sum().item()))

        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
