"""does: Registers forward hooks, and sums inputs and outputs.

points: 1
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, module in net.named_children():
        def hook(module, args, output, name=name):
            records.append((name, args[0].sum().item(), output.sum().item()))

        handles.append(module.register_forward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
