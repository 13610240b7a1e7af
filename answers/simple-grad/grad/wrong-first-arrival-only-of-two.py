"""does: Calls a rule with only the first gradient that isn't None.
believes: "Only the first output with a gradient counts."

points: 7
hears: An entry with two outputs, both used
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        there = [place for place, g in enumerate(grads) if g is not None]
        if not there:
            continue
        grads = [g if place == there[0] else None for place, g in enumerate(grads)]
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
