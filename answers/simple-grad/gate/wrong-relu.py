"""A gate lets the number through.

points: 0
"""

def gate(a):
    r = Variable(a.value.clamp(min=0))
    record("gate", [a], [r], lambda grads: [None])
    return r
