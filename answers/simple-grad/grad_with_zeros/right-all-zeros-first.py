"""Everything starts with zeros.

points: 2
"""

def grad_with_zeros(loss, wanted):
    lines = list(tape)
    arrived = {}
    for line in lines:
        for name in line.inputs + line.outputs:
            arrived[name] = Variable(torch.zeros(shape_of(name)))
    for one in wanted:
        arrived.setdefault(one.name, Variable(torch.zeros(one.shape)))
    arrived[loss.name] = Variable(torch.ones_like(loss.value))
    for line in lines[::-1]:
        answers = line.propagate([arrived[name] for name in line.outputs])
        for name, g in zip(line.inputs, answers):
            if g is not None:
                arrived[name] = arrived[name] + g
    return [arrived[one.name] for one in wanted]
