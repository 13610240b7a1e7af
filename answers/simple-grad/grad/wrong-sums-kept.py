"""does: Keeps the table outside the function.
believes: "What was computed once can be used again."

points: 7
hears: A second call of grad
"""

table = {}


def grad(loss, wanted):
    if table.get("loss") is not loss:
        table.clear()
        table["loss"] = loss
    table[loss.name] = Variable(torch.ones_like(loss.value))
    for entry in reversed(list(tape)):
        grads = [table.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                table[name] = table[name] + g if name in table else g
    return [table.get(v.name) for v in wanted]
