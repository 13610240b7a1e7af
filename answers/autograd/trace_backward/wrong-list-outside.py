"""does: Keeps the records in a list outside the function, and returns a copy.

points: 5
hears: The list still holds the records of the call before.
"""

records = []


def trace_backward(net, x):
    handles = []
    for name, child in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            left = grad_input[0]
            left = left if left is None else left.sum().item()
            records.append((name, left, grad_output[0].sum().item()))

        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return list(records)
