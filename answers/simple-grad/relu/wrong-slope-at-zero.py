"""does: Passes the gradient on at 0.
believes: "At 0, the gradient is passed on."

points: 1
hears: relu at 0
"""

def relu(a):
    r = Variable(a.value.clamp(min=0))
    record("relu", [a], [r], lambda g: [g[0] * Variable((a.value >= 0).double())])
    return r
