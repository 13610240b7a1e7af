"""does: Calls the entries in the order in which gradients arrive.
believes: "What is reached first can be called first."

points: 5
hears: The propagate of an entry was called before that of an entry that uses its output
"""

def grad(loss, wanted):
    maker = {name: entry for entry in tape for name in entry.outputs}
    total = {loss.name: Variable(torch.ones_like(loss.value))}
    waiting, asked = [loss.name], set()
    while waiting:
        name = waiting.pop(0)
        entry = maker.get(name)
        if entry is None or name in asked:
            continue
        asked.update(entry.outputs)
        for n, g in zip(entry.inputs, entry.propagate([total.get(out) for out in entry.outputs])):
            if g is not None:
                total[n] = total[n] + g if n in total else g
                waiting.append(n)
    return [total.get(v.name) for v in wanted]
