"""does: Runs the loop down to index -1.
believes: "The loop over indices ends at -1."

points: 7
hears: records no entry
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    i = len(tape) - 1
    while i >= -1:
        entry = tape[i]
        grads = [arrived.get(name) for name in entry.outputs]
        if not all(g is None for g in grads):
            for name, g in zip(entry.inputs, entry.propagate(grads)):
                if g is not None:
                    arrived[name] = arrived[name] + g if name in arrived else g
        i -= 1
    return [arrived.get(v.name) for v in wanted]
