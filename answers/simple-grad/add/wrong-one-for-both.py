"""does: Returns one gradient for two inputs.
believes: "Both inputs get the same gradient, so one is enough."

points: 1
hears: a list of 2
"""

def add(a, b):
    r = Variable(a.value + b.value)
    record("add", [a, b], [r], lambda grads: [grads[0]])
    return r
