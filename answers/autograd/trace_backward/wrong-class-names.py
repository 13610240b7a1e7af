"""does: Uses the layer's class as the name.

points: 1
"""

def trace_backward(net, x):
    records, handles = [], []

    def hook(module, grad_input, grad_output):
        leaves = None if grad_input[0] is None else grad_input[0].sum().item()
        records.append((type(module).__name__, leaves, grad_output[0].sum().item()))

    for name, module in net.named_children():
        handles.append(module.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
