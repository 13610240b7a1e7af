"""does: Computes the slope from the value of a, off the tape.
believes: "The slope may be computed from the value of a, off the tape."

points: 1
hears: does not know how the gradient of a came from a
"""

def exp(a):
    r = Variable(a.value.exp())

    def propagate(grads):
        return [grads[0] * Variable(a.value.exp())]

    record("exp", [a], [r], propagate)
    return r
