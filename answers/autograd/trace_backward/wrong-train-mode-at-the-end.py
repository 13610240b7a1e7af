"""does: Switches to training mode at the end, as after validation.

points: 5
hears: that was in evaluation mode is in training mode
"""

def trace_backward(net, x):
    records = []
    handles = []
    for name, child in net.named_children():
        def hook(module, gi, go, name=name):
            records.append((name, None if gi[0] is None else gi[0].sum().item(), go[0].sum().item()))
        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    net.train()
    return records
