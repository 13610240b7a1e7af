"""What arrives goes back.

points: 0
hears: None
"""

def gate(a):
    r = Variable((a.value > 0).to(a.value.dtype))
    record("gate", [a], [r], lambda grads: list(grads))
    return r
