"""does: Removes only the hooks that were called.

points: 5
hears: Hooks on the network after a call that does not fire them: expected 0, got 3.
"""

def trace_backward(net, x):
    records, handles = [], {}
    for name, child in net.named_children():
        def hook(module, gi, go, name=name):
            leaves = None if gi[0] is None else gi[0].sum().item()
            records.append((name, leaves, go[0].sum().item()))

        handles[name] = child.register_full_backward_hook(hook)
    net(x).sum().backward()
    for name in {record[0] for record in records}:
        handles[name].remove()
    return records
