"""The walk ends at the first line at which nothing arrives.

points: 5
hears: Lines that lead nowhere: the gradient of a is None
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for line in reversed(list(tape)):
        grads = [arrived.get(name) for name in line.outputs]
        if all(g is None for g in grads):
            break
        for name, g in zip(line.inputs, line.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
