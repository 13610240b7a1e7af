"""does: Registers hooks that remove themselves when they are called.
believes: "Every hook is called."

points: 5
hears: Hooks on the network after a call that does not fire them: expected 0, got 3.
"""

def trace_backward(net, x):
    records, handles = [], {}
    for name, child in net.named_children():
        def hook(module, gi, go, name=name):
            leaves = None if gi[0] is None else gi[0].sum().item()
            records.append((name, leaves, go[0].sum().item()))
            handles[name].remove()

        handles[name] = child.register_full_backward_hook(hook)
    net(x).sum().backward()
    return records
