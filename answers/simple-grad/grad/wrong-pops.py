"""A line that was asked is not needed any more.

points: 6
hears: After grad the tape is not what it was
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    lines = list(tape)
    while lines:
        line = lines.pop()
        tape.remove(line)
        grads = [arrived.get(name) for name in line.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(line.inputs, line.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
