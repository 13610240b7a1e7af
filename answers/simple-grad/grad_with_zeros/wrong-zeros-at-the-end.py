"""It is enough to put zeros in at the end.

points: 1
hears: every line should be asked to propagate
"""

def grad_with_zeros(loss, wanted):
    return [
        Variable(torch.zeros_like(one.value)) if g is None else g
        for one, g in zip(wanted, grad(loss, wanted))
    ]
