"""does: Works on a copy of the network, so its .grad stays empty.

points: 5
hears: adds nothing to .grad
"""

import copy


def trace_backward(net, x):
    net = copy.deepcopy(net)
    records = []
    for name, child in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            first = None if grad_input[0] is None else float(grad_input[0].sum())
            records.append([name, first, float(grad_output[0].sum())])

        child.register_full_backward_hook(hook)
    net(x).sum().backward()
    return records
