"""does: Uses the first gradient that isn't None.

points: 4
hears: A layer whose first input is a plain number: grad_input_sum of 'scale'
"""

def trace_backward(net, x):
    records = []
    handles = []
    for name, child in net.named_children():
        def hook(module, gi, go, name=name):
            records.append((name, next((g.sum().item() for g in gi if g is not None), None), go[0].sum().item()))
        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
