"""None alone says it.

points: 0
"""

def gate(a):
    r = Variable((a.value > 0).to(a.value.dtype))
    record("gate", [a], [r], lambda grads: None)
    return r
