"""does: Returns tensors.
believes: "A gradient is a tensor."

points: 0
hears: The gradient of a should be a Variable, not a value of type Tensor.
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        grads = [arrived.get(name) for name in entry.outputs]
        if all(g is None for g in grads):
            continue
        for name, g in zip(entry.inputs, entry.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived[v.name].value if v.name in arrived else None for v in wanted]
