"""does: Starts before the last entry.
believes: "The last entry is the loss itself."

points: 0
hears: begin at the last entry
"""

def grad(loss, wanted):
    there = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in tape[-2::-1]:
        grads = [there.get(name) for name in entry.outputs]
        if any(g is not None for g in grads):
            for name, g in zip(entry.inputs, entry.propagate(grads)):
                if g is not None:
                    there[name] = there[name] + g if name in there else g
    return [there.get(v.name) for v in wanted]
