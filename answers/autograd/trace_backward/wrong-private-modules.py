"""does: Reads the children from net._modules.
believes: "named_children() yields what is in _modules."

points: 5
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, child in net._modules.items():
        def hook(module, gi, go, name=name):
            records.append((name, None if gi[0] is None else gi[0].sum().item(), go[0].sum().item()))
        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
