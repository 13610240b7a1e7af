"""does: Lists the children in reverse instead of recording the order of the hooks.

points: 2
"""

def trace_backward(net, x):
    sums, handles = {}, []
    for name, child in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            g = grad_input[0]
            sums[name] = None if g is None else g.sum().item(), grad_output[0].sum().item()

        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for h in handles:
        h.remove()
    return [(name, *sums[name]) for name, _ in reversed(list(net.named_children()))]
