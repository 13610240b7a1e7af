"""does: Sums absolute values.
believes: "A gradient's size is what matters."

points: 4
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, module in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            leaves = None if grad_input[0] is None else grad_input[0].abs().sum().item()
            records.append((name, leaves, grad_output[0].abs().sum().item()))

        handles.append(module.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
