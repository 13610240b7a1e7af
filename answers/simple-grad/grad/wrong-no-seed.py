"""Nothing has arrived before the first line.

points: 0
hears: hold before the first line
"""

def grad(loss, wanted):
    there = {}
    for line in reversed(list(tape)):
        grads = [there.get(name) for name in line.outputs]
        if any(g is not None for g in grads):
            for name, g in zip(line.inputs, line.propagate(grads)):
                if g is not None:
                    there[name] = there[name] + g if name in there else g
    return [there.get(v.name) for v in wanted]
