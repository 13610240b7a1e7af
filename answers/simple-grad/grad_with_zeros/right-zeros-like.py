"""Zeros are made where they are missing.

points: 2
"""

def grad_with_zeros(loss, wanted):
    got = {loss.name: Variable(torch.tensor(1.0))}

    def value(name, shape):
        if name not in got:
            got[name] = Variable(torch.zeros(shape))
        return got[name]

    for line in reversed(tape[:]):
        incoming = [value(name, shape_of(name)) for name in line.outputs]
        for name, g in zip(line.inputs, line.propagate(incoming)):
            if g is not None:
                got[name] = got[name] + g if name in got else g
    return [value(v.name, v.shape) for v in wanted]
