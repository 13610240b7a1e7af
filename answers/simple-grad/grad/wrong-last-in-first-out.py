"""A stack of names finds every line.

points: 4
"""

def grad(loss, wanted):
    maker = {name: line for line in tape for name in line.outputs}
    total = {loss.name: Variable(torch.ones_like(loss.value))}
    stack, asked = [loss.name], set()
    while stack:
        name = stack.pop()
        line = maker.get(name)
        if line is None or name in asked:
            continue
        asked.update(line.outputs)
        for n, g in zip(line.inputs, line.propagate([total.get(out) for out in line.outputs])):
            if g is not None:
                total[n] = total[n] + g if n in total else g
                stack.append(n)
    return [total.get(v.name) for v in wanted]
