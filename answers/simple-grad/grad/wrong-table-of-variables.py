"""The table is keyed by the Variables themselves.

points: 0
hears: What are the keys of your table
"""

def grad(loss, wanted):
    arrived = {loss: Variable(torch.ones_like(loss.value))}
    for line in reversed(list(tape)):
        grads = [arrived.get(name) for name in line.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(line.inputs, line.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v) for v in wanted]
