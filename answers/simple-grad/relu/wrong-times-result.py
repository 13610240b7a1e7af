"""does: Multiplies by the result.
believes: "The slope of relu is the result."

points: 0
hears: the gradient of a: expected [0, 6, -7, 0], got [0, 3, -21, 0].
"""

def relu(a):
    r = Variable(a.value.clamp(min=0))
    record("relu", [a], [r], lambda grads: [grads[0] * r])
    return r
