"""does: Runs backward from the output's mean instead of its sum.

points: 4
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, module in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            leaves = None if grad_input[0] is None else grad_input[0].sum().item()
            records.append((name, leaves, grad_output[0].sum().item()))

        handles.append(module.register_full_backward_hook(hook))
    net(x).mean().backward()
    for handle in handles:
        handle.remove()
    return records
