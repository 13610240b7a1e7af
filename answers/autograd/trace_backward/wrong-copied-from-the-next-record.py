"""does: Takes the sum that leaves a layer from the next record.
believes: "A gradient that leaves one layer arrives unchanged at the next."

points: 3
"""

def trace_backward(net, x):
    arrived, handles, first = [], [], []
    for name, child in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            arrived.append((name, grad_output[0].sum().item()))
            first[:] = [None if grad_input[0] is None else grad_input[0].sum().item()]

        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for h in handles:
        h.remove()
    left = [s for _, s in arrived[1:]] + first
    return [(name, leaves, arrives) for (name, arrives), leaves in zip(arrived, left)]
