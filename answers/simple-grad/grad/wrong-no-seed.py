"""does: Starts without a gradient.
believes: "The loss needs no gradient to start with."

points: 0
hears: hold before the first entry
"""

def grad(loss, wanted):
    there = {}
    for entry in reversed(list(tape)):
        grads = [there.get(name) for name in entry.outputs]
        if any(g is not None for g in grads):
            for name, g in zip(entry.inputs, entry.propagate(grads)):
                if g is not None:
                    there[name] = there[name] + g if name in there else g
    return [there.get(v.name) for v in wanted]
