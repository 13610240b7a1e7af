"""does: Deletes a gradient once its entry has been called.
believes: "A gradient is no longer needed once its entry has been called."

points: 7
hears: the loss
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        grads = [arrived.pop(name, None) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
