"""does: Cuts the input off at 5, so that no number gets too large.
believes: "Large numbers are noise."

points: 1
"""
def exp(a):
    r = Variable(a.value.clamp(max=5.0).exp())
    record("exp", [a], [r], lambda grads: [grads[0] * r])
    return r
