"""does: Adds to a value in place.
believes: "Adding in place is the same as adding."

points: 5
hears: a product, a sum, and their sum
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is None:
                continue
            if name in arrived:
                arrived[name].value += g.value
            else:
                arrived[name] = g
    return [arrived.get(v.name) for v in wanted]
