"""does: Puts the gradients of an entry into a dict from input to gradient.
believes: "An entry's inputs are all different."

points: 5
hears: the gradient of a: expected 12, got 6.
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in dict(zip(entry.inputs, entry.propagate(grads))).items():
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
