"""does: Starts at the last entry of the tape, whatever the loss is.
believes: "The last entry made the loss."

points: 6
hears: entries that come after the loss
"""

def grad(loss, wanted):
    arrived = {tape[-1].outputs[0]: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
