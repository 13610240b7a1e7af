"""does: Freezes all parameters at the end.
believes: "After the call, nobody trains the network."

points: 5
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, child in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            g = grad_input[0]
            records.append((name, None if g is None else g.sum().item(), grad_output[0].sum().item()))

        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for h in handles:
        h.remove()
    net.requires_grad_(False)
    return records
