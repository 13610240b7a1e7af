"""does: Records the layers inside a block instead of the block.

points: 4
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, module in net.named_modules():
        if not list(module.children()):
            def hook(module, grad_input, grad_output, name=name):
                leaves = None if grad_input[0] is None else grad_input[0].sum().item()
                records.append((name, leaves, grad_output[0].sum().item()))

            handles.append(module.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
