"""does: Rounds to four digits.
believes: "The list should look tidy."

points: 5
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, child in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            g = grad_input[0]
            left = None if g is None else round(g.sum().item(), 4)
            records.append((name, left, round(grad_output[0].sum().item(), 4)))

        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for h in handles:
        h.remove()
    return records
