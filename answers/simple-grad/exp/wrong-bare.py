"""does: Multiplies by a tensor.
believes: "The slope may be a tensor."

points: 0
hears: meets a bare tensor
"""

def exp(a):
    value = a.value.exp()
    r = Variable(value)
    record("exp", [a], [r], lambda grads: [grads[0] * value])
    return r
