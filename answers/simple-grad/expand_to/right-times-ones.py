"""Multiplies by ones to repeat the values.

points: 2
"""

def expand_to(a, shape):
    r = Variable(a.value * torch.ones(shape, dtype=a.value.dtype))
    record("expand_to", [a], [r], lambda grads: [grads[0].sum_to(a.shape)])
    return r
