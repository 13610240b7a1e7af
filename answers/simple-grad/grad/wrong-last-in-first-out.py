"""does: Calls the entries in the order of a stack.
believes: "Entries can be called in the order of a stack."

points: 4
"""

def grad(loss, wanted):
    maker = {name: entry for entry in tape for name in entry.outputs}
    total = {loss.name: Variable(torch.ones_like(loss.value))}
    stack, asked = [loss.name], set()
    while stack:
        name = stack.pop()
        entry = maker.get(name)
        if entry is None or name in asked:
            continue
        asked.update(entry.outputs)
        for n, g in zip(entry.inputs, entry.propagate([total.get(out) for out in entry.outputs])):
            if g is not None:
                total[n] = total[n] + g if n in total else g
                stack.append(n)
    return [total.get(v.name) for v in wanted]
