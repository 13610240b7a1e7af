"""does: Starts at the entry of the loss, and fails if there is none.
believes: "The loss always has an entry."

points: 7
hears: no entry made the loss
"""

def grad(loss, wanted):
    makers = [n for n, entry in enumerate(tape) if loss.name in entry.outputs]
    if not makers:
        raise ValueError("no entry made the loss")
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for n in range(makers[0], -1, -1):
        entry = tape[n]
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
