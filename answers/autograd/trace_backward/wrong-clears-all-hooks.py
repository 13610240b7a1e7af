"""does: Clears the dict of hooks, which removes other hooks, too.

points: 5
"""

def trace_backward(net, x):
    records = []
    for name, child in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            g = grad_input[0]
            records.append((name, None if g is None else g.sum().item(), grad_output[0].sum().item()))

        child.register_full_backward_hook(hook)
    net(x).sum().backward()
    for child in net.children():
        child._backward_hooks.clear()
    return records
