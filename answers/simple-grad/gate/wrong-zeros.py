"""The gradient of a mask is zeros.

points: 0
hears: None
"""

def gate(a):
    r = Variable((a.value > 0).to(a.value.dtype))
    record("gate", [a], [r], lambda grads: [grads[0] * 0.0])
    return r
