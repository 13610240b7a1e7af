"""does: Writes the name on each child as an attribute and leaves it there.
believes: "The hook gets the module, so the module has to know its name."

points: 5
"""

def trace_backward(net, x):
    records = []

    def hook(module, grad_input, grad_output):
        left = grad_input[0]
        left = None if left is None else left.sum().item()
        records.append((module.name, left, grad_output[0].sum().item()))

    handles = []
    for name, child in net.named_children():
        child.name = name
        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
