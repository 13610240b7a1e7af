"""does: Returns zeros instead of None.
believes: "A missing gradient is zero."

points: 7
hears: the gradient of b: expected None, got a Variable.
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name, Variable(torch.zeros_like(v.value))) for v in wanted]
