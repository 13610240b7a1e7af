"""does: Registers hooks on the innermost layers, with their dotted names.

points: 4
hears: without layers inside a block
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, layer in net.named_modules():
        if not list(layer.children()):
            def hook(module, gi, go, name=name):
                records.append((name, None if gi[0] is None else gi[0].sum().item(), go[0].sum().item()))
            handles.append(layer.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
