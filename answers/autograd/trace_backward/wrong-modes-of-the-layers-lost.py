"""does: Runs in training mode and restores the network's mode, but not each layer's.

points: 5
hears: the mode of a layer is different after the call
"""

def trace_backward(net, x):
    records = []
    handles = []
    for name, child in net.named_children():
        def hook(module, gi, go, name=name):
            records.append((name, None if gi[0] is None else gi[0].sum().item(), go[0].sum().item()))
        handles.append(child.register_full_backward_hook(hook))
    was = net.training
    net.train()
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    net.train(was)
    return records
