"""does: Returns a Variable, not a list.
believes: "One input has one gradient, so no list is needed."

points: 0
hears: returned a value of type Variable
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape))

    def propagate(grads):
        [g] = grads
        back = g.sum_to(a.shape)
        return back

    record("expand_to", [a], [r], propagate)
    return r
