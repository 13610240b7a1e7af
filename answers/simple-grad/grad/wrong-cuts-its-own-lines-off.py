"""does: Removes the entries that backward recorded.
believes: "Entries of backward don't belong on the tape."

points: 7
hears: does not know where the first gradients came from
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    count = len(tape)
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    del tape[count:]
    return [arrived.get(v.name) for v in wanted]
