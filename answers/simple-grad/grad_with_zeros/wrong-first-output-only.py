"""A line has one output; the others get what they get.

points: 1
"""

def grad_with_zeros(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for line in reversed(list(tape)):
        grads = [arrived.get(name) for name in line.outputs]
        if grads[0] is None:
            grads[0] = Variable(torch.zeros(shape_of(line.outputs[0])))
        for name, g in zip(line.inputs, line.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) or Variable(torch.zeros(v.shape)) for v in wanted]
