"""does: Looks up every wanted name without a default.
believes: "Every wanted name is in the table."

points: 6
hears: b is not in your table
"""

def grad(loss, wanted):
    there = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        grads = [there.get(name) for name in entry.outputs]
        if any(g is not None for g in grads):
            for name, g in zip(entry.inputs, entry.propagate(grads)):
                if g is not None:
                    there[name] = there[name] + g if name in there else g
    return [there[v.name] for v in wanted]
