"""Sets double precision as the default before anything else.

points: 6
"""

torch.set_default_dtype(torch.float64)


def trace_backward(net, x):
    """Run backward of net(x).sum() once and record every call of a hook on a named child.

    Returns a list of (name, grad_input_sum, grad_output_sum), in the order of the calls.
    """
    records = []

    def make_hook(name):
        def hook(module, grad_input, grad_output):
            leaving = grad_input[0]
            grad_input_sum = None if leaving is None else leaving.sum().item()
            records.append((name, grad_input_sum, grad_output[0].sum().item()))

        return hook

    registered = [
        child.register_full_backward_hook(make_hook(name)) for name, child in net.named_children()
    ]
    net(x).sum().backward()
    for handle in registered:
        handle.remove()
    return records

