"""does: Returns a Variable, not a list.
believes: "One input has one gradient, so no list is needed."

points: 0
hears: returned a value of type Variable
"""

def relu(a):
    is_open = Variable((a.value > 0).to(a.value.dtype))
    r = Variable(a.value.clamp(min=0))

    def propagate(grads):
        return grads[0] * is_open

    record("relu", [a], [r], propagate)
    return r
