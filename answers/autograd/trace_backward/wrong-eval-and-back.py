"""does: Runs in evaluation mode, and restores all modes.

points: 4
hears: In training mode
"""

def trace_backward(net, x):
    records = []
    handles = []
    for name, child in net.named_children():
        def hook(module, gi, go, name=name):
            records.append((name, None if gi[0] is None else gi[0].sum().item(), go[0].sum().item()))
        handles.append(child.register_full_backward_hook(hook))
    modes = [(m, m.training) for m in net.modules()]
    net.eval()
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    for m, mode in modes:
        m.training = mode
    return records
