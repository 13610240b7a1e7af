"""does: Treats a missing gradient as zeros.
believes: "A missing gradient and a gradient of zeros are the same."

points: 7
hears: the other output should get None
"""

def grad(loss, wanted):
    arrived = {}
    arrived[loss.name] = Variable(torch.ones_like(loss.value))
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        if None in grads:
            grads = [g if g is not None else Variable(torch.zeros(())) for g in grads]
            if all(not g.value.any() for g in grads):
                continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
