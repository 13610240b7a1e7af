"""Uses a queue of entries that are ready, like PyTorch's engine.

points: 8
"""

def grad(loss, wanted):
    entries = list(tape)
    maker = {name: entry for entry in entries for name in entry.outputs}
    number = {id(entry): place for place, entry in enumerate(entries)}
    reached, todo = set(), [loss.name]
    while todo:
        entry = maker.get(todo.pop())
        if entry is not None and number[id(entry)] not in reached:
            reached.add(number[id(entry)])
            todo.extend(entry.inputs)
    waits = {}
    for place in reached:
        for name in set(entries[place].inputs):
            if name in maker:
                user = number[id(maker[name])]
                waits[user] = waits.get(user, 0) + 1
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    ready = [number[id(maker[loss.name])]] if loss.name in maker else []
    while ready:
        entry = entries[ready.pop()]
        grads = [arrived.get(name) for name in entry.outputs]
        if any(g is not None for g in grads):
            for name, g in zip(entry.inputs, entry.propagate(grads)):
                if g is not None:
                    arrived[name] = arrived[name] + g if name in arrived else g
        for name in set(entry.inputs):
            if name in maker:
                user = number[id(maker[name])]
                waits[user] -= 1
                if waits[user] == 0:
                    ready.append(user)
    return [arrived.get(one.name) for one in wanted]
