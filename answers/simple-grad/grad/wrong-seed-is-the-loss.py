"""does: Starts with the loss as its gradient.
believes: "The backward pass starts with the loss as its gradient."

points: 0
hears: the gradient of a: expected 12, got 144.
"""

def grad(loss, wanted):
    arrived = {loss.name: loss}
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
