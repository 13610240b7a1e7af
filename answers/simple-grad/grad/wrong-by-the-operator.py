"""The rules are known: what is called add and mul needs not be asked.

points: 7
hears: whatever its operator is called
"""

def grad(loss, wanted):
    by_name = {v.name: v for v in wanted}
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for line in reversed(list(tape)):
        grads = [arrived.get(name) for name in line.outputs]
        if all(g is None for g in grads):
            continue
        answers = line.propagate(grads)
        if line.operator == "add":
            answers = [grads[0], grads[0]]
        elif line.operator == "mul" and all(n in by_name for n in line.inputs):
            answers = [grads[0] * by_name[n] for n in reversed(line.inputs)]
        for name, g in zip(line.inputs, answers):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
