"""Also handles empty tuples and gradients that never arrive.

points: 6
"""

def trace_backward(net, x):
    def total(grads):
        present = [g for g in grads[:1] if g is not None]
        return present[0].sum().item() if present else None

    records, handles = [], []
    for name, child in net.named_children():
        handles.append(
            child.register_full_backward_hook(
                lambda _, gi, go, name=name: records.append((name, total(gi), total(go)))
            )
        )
    try:
        net(x).sum().backward()
    finally:
        while handles:
            handles.pop().remove()
    return records
