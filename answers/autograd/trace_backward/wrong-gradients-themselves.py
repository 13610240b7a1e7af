"""does: Records the gradients themselves, not their sums.

points: 2
hears: did you forget .sum()?
"""


def trace_backward(net, x):
    records, handles = [], []
    for name, child in net.named_children():
        handles.append(
            child.register_full_backward_hook(
                lambda _, into, out, name=name: records.append((name, into[0], out[0]))
            )
        )
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
