"""does: Sums grad_input without checking for None.

points: 4
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, module in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            records.append((name, grad_input[0].sum().item(), grad_output[0].sum().item()))

        handles.append(module.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
