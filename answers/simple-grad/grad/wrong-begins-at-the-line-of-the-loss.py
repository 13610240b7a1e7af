"""Some line has made the loss: the walk begins there.

points: 7
hears: no line made the loss
"""

def grad(loss, wanted):
    makers = [n for n, line in enumerate(tape) if loss.name in line.outputs]
    if not makers:
        raise ValueError("no line made the loss")
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for n in range(makers[0], -1, -1):
        line = tape[n]
        grads = [arrived.get(name) for name in line.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(line.inputs, line.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
