"""A line is left out where any of its outputs has no gradient.

points: 7
hears: A line with two outputs, the second of them used
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for line in reversed(list(tape)):
        grads = [arrived.get(name) for name in line.outputs]
        if any(g is None for g in grads):
            continue
        for name, g in zip(line.inputs, line.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
