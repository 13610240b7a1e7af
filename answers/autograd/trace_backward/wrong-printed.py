"""does: Prints each record and returns nothing.

points: 0
"""

def trace_backward(net, x):
    handles = []
    for name, child in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            g = grad_input[0]
            print(name, None if g is None else g.sum().item(), grad_output[0].sum().item())

        handles.append(child.register_full_backward_hook(hook))
    net(x).sum().backward()
    for h in handles:
        h.remove()
