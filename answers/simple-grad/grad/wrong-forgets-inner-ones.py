"""What was handed to a line is not needed any more.

points: 7
hears: the loss
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for line in reversed(list(tape)):
        grads = [arrived.pop(name, None) for name in line.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(line.inputs, line.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
