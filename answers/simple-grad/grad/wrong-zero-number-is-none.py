"""does: Returns None instead of zeros.
believes: "A gradient of zeros should be None."

points: 7
hears: None is not the number 0
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    found = [arrived.get(v.name) for v in wanted]
    return [g if g is not None and g.value.any() else None for g in found]
