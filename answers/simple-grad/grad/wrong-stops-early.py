"""does: Stops once every wanted Variable has a gradient.
believes: "A gradient that is there is complete."

points: 5
hears: the gradient of a: expected 144, got 72.
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        if all(v.name in arrived for v in wanted):
            break
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
