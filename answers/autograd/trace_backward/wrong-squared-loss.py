"""does: Squares the output before summing it, as in notebook 1.

points: 4
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, child in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            g = grad_input[0]
            records.append((name, None if g is None else g.sum().item(), grad_output[0].sum().item()))

        handles.append(child.register_full_backward_hook(hook))
    (net(x) ** 2).sum().backward()
    for h in handles:
        h.remove()
    return records
