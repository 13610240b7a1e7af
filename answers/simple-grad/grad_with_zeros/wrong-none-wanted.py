"""What is wanted may still be None.

points: 0
hears: it should be zeros
"""

def grad_with_zeros(loss, wanted):
    got = {loss.name: Variable(torch.ones_like(loss.value))}
    for line in reversed(list(tape)):
        incoming = [
            got[name] if name in got else Variable(torch.zeros(shape_of(name)))
            for name in line.outputs
        ]
        for name, g in zip(line.inputs, line.propagate(incoming)):
            got[name] = got[name] + g if name in got else g
    return [got.get(v.name) for v in wanted]
