"""does: Removes each entry from the tape.
believes: "An entry is no longer needed once it has been called."

points: 6
hears: After grad the tape is not what it was
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    entries = list(tape)
    while entries:
        entry = entries.pop()
        tape.remove(entry)
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
