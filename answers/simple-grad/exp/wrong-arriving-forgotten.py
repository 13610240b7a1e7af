"""does: Returns the result as the gradient, whatever gradient arrives.
believes: "The gradient of exp is exp."

points: 0
hears: the gradient of a: expected
"""

def exp(a):
    r = Variable(a.value.exp())
    record("exp", [a], [r], lambda g: [r])
    return r
