"""does: Uses a backward pre-hook, which never gets grad_input.

points: 3
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, module in net.named_children():
        def hook(module, grad_output, name=name):
            records.append((name, None, grad_output[0].sum().item()))

        handles.append(module.register_full_backward_pre_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
