"""does: Skips an entry if any of its outputs has no gradient.

points: 7
hears: An entry with two outputs, the second of them used
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        if any(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
