"""does: Runs backward twice and keeps the second records, so each .grad is doubled.

points: 5
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, child in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            g = grad_input[0]
            records.append((name, None if g is None else g.sum().item(), grad_output[0].sum().item()))

        handles.append(child.register_full_backward_hook(hook))
    loss = net(x).sum()
    loss.backward(retain_graph=True)
    records.clear()
    loss.backward()
    for h in handles:
        h.remove()
    return records
