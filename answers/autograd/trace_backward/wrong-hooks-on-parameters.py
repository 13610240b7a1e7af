"""does: Leaves hooks on the parameters.

points: 5
"""

def trace_backward(net, x):
    records = []

    def make_hook(name):
        def hook(module, grad_input, grad_output):
            leaving = grad_input[0]
            left = None if leaving is None else leaving.sum().item()
            records.append((name, left, grad_output[0].sum().item()))
        return hook

    handles = [child.register_full_backward_hook(make_hook(name)) for name, child in net.named_children()]
    for parameter in net.parameters():
        if parameter.requires_grad:
            parameter.register_hook(lambda gradient: None)
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
