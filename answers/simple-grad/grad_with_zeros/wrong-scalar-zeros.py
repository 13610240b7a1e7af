"""A zero is a zero, whatever its shape.

points: 0
hears: The zeros for b have the shape (), b has (3,)
"""

def grad_with_zeros(loss, wanted):
    got = {loss.name: Variable(torch.ones_like(loss.value))}
    for line in reversed(list(tape)):
        incoming = [got.get(name, Variable(0.0)) for name in line.outputs]
        for name, g in zip(line.inputs, line.propagate(incoming)):
            got[name] = got[name] + g if name in got else g
    return [got.get(v.name, Variable(0.0)) for v in wanted]
