"""does: Keeps the records in a dict.
believes: "A dict keeps every record, because it keeps their order."

points: 4
"""

def trace_backward(net, x):
    records = {}
    handles = {}
    for name, module in dict(net.named_children()).items():
        def hook(module, grad_input, grad_output, name=name):
            sums = [g if g is None else g.sum().item() for g in (*grad_input, *grad_output)]
            records[name] = sums[0], sums[-1]

        handles[name] = module.register_full_backward_hook(hook)
    net(x).sum().backward()
    for name in handles:
        handles[name].remove()
    return [(name, *sums) for name, sums in records.items()]
