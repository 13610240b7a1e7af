"""does: Multiplies by the input.
believes: "The slope of relu is the input."

points: 0
hears: the gradient of a: expected [0, 6, -7, 0], got [-25, 3, -21, -8].
"""

def relu(a):
    r = Variable(a.value.clamp(min=0))
    record("relu", [a], [r], lambda grads: [grads[0] * a])
    return r
