"""Every wanted Variable stands in some line.

points: 0
hears: No line of the tape speaks of b
"""

def grad_with_zeros(loss, wanted):
    def of(arrived, name):
        return arrived.get(name) or Variable(torch.zeros(shape_of(name)))

    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for line in reversed(list(tape)):
        grads = [of(arrived, name) for name in line.outputs]
        for name, g in zip(line.inputs, line.propagate(grads)):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [of(arrived, one.name) for one in wanted]
