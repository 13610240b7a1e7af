"""does: Doesn't call the rule of an entry of add.
believes: "add passes its gradient on unchanged."

points: 7
hears: whatever its operator is called
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        answers = [grads[0], grads[0]] if entry.operator == "add" else entry.propagate(grads)
        for name, g in zip(entry.inputs, answers):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
