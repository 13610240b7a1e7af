"""Loops over all modules and selects names without a dot.

points: 6
"""

def trace_backward(net, x):
    records, handles = [], []

    def total(grads):
        return None if grads[0] is None else float(grads[0].detach().numpy().sum())

    for name, module in net.named_modules():
        if name and "." not in name:
            def hook(_, grad_input, grad_output, name=name):
                records.append([name, total(grad_input), total(grad_output)])

            handles.append(module.register_full_backward_hook(hook))
    net(x).sum().backward()
    while handles:
        handles.pop().remove()
    return tuple(records)
