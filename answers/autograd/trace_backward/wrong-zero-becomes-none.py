"""does: Writes `sum or None`, which turns a sum of 0.0 into None.
believes: "A sum of 0.0 isn't false."

points: 4
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, child in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            left = 0 if grad_input[0] is None else grad_input[0].sum().item()
            records.append((name, left or None, grad_output[0].sum().item()))

        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for h in handles:
        h.remove()
    return records
