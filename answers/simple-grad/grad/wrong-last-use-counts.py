"""does: Keeps only the gradient that arrives last.
believes: "The gradient that arrives last is the Variable's gradient."

points: 5
hears: the gradient of a: expected 12, got 6.
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = g
    return [arrived.get(v.name) for v in wanted]
