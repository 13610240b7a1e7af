"""Lines are asked in the order in which something arrives for them.

points: 5
hears: The propagate of a line was called before that of a line which uses its output
"""

def grad(loss, wanted):
    maker = {name: line for line in tape for name in line.outputs}
    total = {loss.name: Variable(torch.ones_like(loss.value))}
    waiting, asked = [loss.name], set()
    while waiting:
        name = waiting.pop(0)
        line = maker.get(name)
        if line is None or name in asked:
            continue
        asked.update(line.outputs)
        for n, g in zip(line.inputs, line.propagate([total.get(out) for out in line.outputs])):
            if g is not None:
                total[n] = total[n] + g if n in total else g
                waiting.append(n)
    return [total.get(v.name) for v in wanted]
