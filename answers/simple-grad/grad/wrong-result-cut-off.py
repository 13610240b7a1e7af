"""does: Returns new Variables.
believes: "Nobody should be able to change the results."

points: 7
hears: does not know where the first gradients came from
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
    found = [arrived.get(v.name) for v in wanted]
    return [None if g is None else Variable(g.value) for g in found]
