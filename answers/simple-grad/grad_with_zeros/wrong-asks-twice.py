"""Asked once to see how many answers come, and once for the answers.

points: 1
hears: should be asked once
"""

def grad_with_zeros(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for line in reversed(list(tape)):
        grads = [
            arrived[name] if name in arrived else Variable(torch.zeros(shape_of(name)))
            for name in line.outputs
        ]
        count = len(line.propagate(grads))
        for name, g in zip(line.inputs, line.propagate(grads)[:count]):
            if g is not None:
                arrived[name] = arrived[name] + g if name in arrived else g
    return [
        arrived[one.name] if one.name in arrived else Variable(torch.zeros(one.shape))
        for one in wanted
    ]
