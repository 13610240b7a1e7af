"""does: Puts one hook on all modules of the program, and leaves it there.

points: 5
"""

def trace_backward(net, x):
    records = []
    names = {child: name for name, child in net.named_children()}

    def hook(module, grad_input, grad_output):
        if module in names:
            leaving = grad_input[0]
            left = None if leaving is None else leaving.sum().item()
            records.append((names[module], left, grad_output[0].sum().item()))

    nn.modules.module.register_module_full_backward_hook(hook)
    net(x).sum().backward()
    return list(records)
