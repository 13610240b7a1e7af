"""does: Uses its own rules for add and mul.
believes: "The rules of add and mul are always the same."

points: 7
hears: whatever its operator is called
"""

def grad(loss, wanted):
    by_name = {v.name: v for v in wanted}
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        answers = entry.propagate(grads)
        if entry.operator == "add":
            answers = [grads[0], grads[0]]
        elif entry.operator == "mul" and all(n in by_name for n in entry.inputs):
            answers = [grads[0] * by_name[n] for n in reversed(entry.inputs)]
        for name, g in zip(entry.inputs, answers):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
