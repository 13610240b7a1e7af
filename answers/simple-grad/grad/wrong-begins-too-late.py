"""The last line is the loss itself, so the walk begins before it.

points: 0
hears: begin at the last line
"""

def grad(loss, wanted):
    there = {loss.name: Variable(torch.ones_like(loss.value))}
    for line in tape[-2::-1]:
        grads = [there.get(name) for name in line.outputs]
        if any(g is not None for g in grads):
            for name, g in zip(line.inputs, line.propagate(grads)):
                if g is not None:
                    there[name] = there[name] + g if name in there else g
    return [there.get(v.name) for v in wanted]
