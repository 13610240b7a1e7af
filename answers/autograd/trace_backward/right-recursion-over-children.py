"""Recursion over the children: the innermost call runs backward, and each removes its own hook.

points: 6
"""

def trace_backward(net, x):
    def first(gradients):
        return None if gradients[0] is None else gradients[0].sum().item()

    def run(children, records):
        if not children:
            net(x).sum().backward()
            return records
        (name, child), *others = children

        def hook(module, grad_input, grad_output):
            records.append((name, first(grad_input), first(grad_output)))

        handle = child.register_full_backward_hook(hook)
        try:
            return run(others, records)
        finally:
            handle.remove()

    return run(list(net.named_children()), [])
