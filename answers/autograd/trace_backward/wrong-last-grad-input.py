"""does: Uses the last entry of grad_input, which is the first only for a single input.

points: 4
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, child in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            g = grad_input[-1]
            records.append((name, None if g is None else g.sum().item(), grad_output[0].sum().item()))

        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for h in handles:
        h.remove()
    return records
