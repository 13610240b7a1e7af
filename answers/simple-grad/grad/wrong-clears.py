"""does: Clears the tape at the end.
believes: "After backward, nobody needs the tape."

points: 6
hears: After grad the tape is not what it was
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
    tape.clear()
    return [arrived.get(v.name) for v in wanted]
