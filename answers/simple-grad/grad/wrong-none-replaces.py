"""does: Replaces a gradient with None if propagate returns None.

points: 7
hears: and another one a gradient
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            known = arrived.get(name)
            arrived[name] = g if known is None or g is None else known + g
    return [arrived.get(v.name) for v in wanted]
