"""A queue of lines that wait for gradients, as PyTorch's engine has it.

points: 8
"""

def grad(loss, wanted):
    lines = list(tape)
    maker = {name: line for line in lines for name in line.outputs}
    number = {id(line): place for place, line in enumerate(lines)}
    reached, todo = set(), [loss.name]
    while todo:
        line = maker.get(todo.pop())
        if line is not None and number[id(line)] not in reached:
            reached.add(number[id(line)])
            todo.extend(line.inputs)
    waits = {}
    for place in reached:
        for name in set(lines[place].inputs):
            if name in maker:
                user = number[id(maker[name])]
                waits[user] = waits.get(user, 0) + 1
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    ready = [number[id(maker[loss.name])]] if loss.name in maker else []
    while ready:
        line = lines[ready.pop()]
        grads = [arrived.get(name) for name in line.outputs]
        if any(g is not None for g in grads):
            for name, g in zip(line.inputs, line.propagate(grads)):
                if g is not None:
                    arrived[name] = arrived[name] + g if name in arrived else g
        for name in set(line.inputs):
            if name in maker:
                user = number[id(maker[name])]
                waits[user] -= 1
                if waits[user] == 0:
                    ready.append(user)
    return [arrived.get(one.name) for one in wanted]
