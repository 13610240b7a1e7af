"""does: Returns the same list in each call, cleared at the beginning.
believes: "A cleared list is a new list."

points: 5
"""

_records = []


def trace_backward(net, x):
    _records.clear()

    def hook(name):
        def inner(module, grad_input, grad_output):
            entry = grad_input[0]
            _records.append(
                (name, entry.sum().item() if entry is not None else None, grad_output[0].sum().item())
            )
        return inner

    handles = []
    for name, child in net.named_children():
        handles.append(child.register_full_backward_hook(hook(name)))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return _records
