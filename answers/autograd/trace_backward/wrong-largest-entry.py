"""does: Uses the largest entry instead of the sum.

points: 4
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, child in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            g = grad_input[0]
            records.append((name, None if g is None else g.max().item(), grad_output[0].max().item()))

        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for h in handles:
        h.remove()
    return records
