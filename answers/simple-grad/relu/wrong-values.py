"""does: Computes with values, and makes a Variable of the result.
believes: "A gradient can be rebuilt from its value."

points: 1
hears: the tape does not know
"""

def relu(a):
    r = Variable(a.value.clamp(min=0))
    record("relu", [a], [r], lambda g: [Variable(g[0].value * (a.value > 0))])
    return r
