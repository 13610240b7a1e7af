"""does: Starts with zeros for each wanted Variable.
believes: "Every wanted gradient starts at zero."

points: 4
hears: is not in your table
"""

def grad(loss, wanted):
    arrived = {v.name: Variable(torch.zeros_like(v.value)) for v in wanted}
    arrived[loss.name] = Variable(torch.ones_like(loss.value))
    for entry in reversed(list(tape)):
        grads = [arrived[name] for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
