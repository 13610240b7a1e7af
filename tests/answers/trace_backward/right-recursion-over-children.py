"""Walks down the children by hand and joins the names with dots.

points: 6
"""

def trace_backward(net, x):
    records, handles = [], []

    def total(grads):
        return None if grads[0] is None else float(grads[0].sum())

    def hang(module, prefix):
        for name, child in module.named_children():
            def hook(_, grad_input, grad_output, name=prefix + name):
                records.append((name, total(grad_input), total(grad_output)))

            handles.append(child.register_full_backward_hook(hook))
            hang(child, prefix + name + ".")

    hang(net, "")
    net(x).sum().backward()
    while handles:
        handles.pop().remove()
    return records
