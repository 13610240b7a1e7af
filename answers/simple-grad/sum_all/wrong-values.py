"""The value of what arrives is the same as what arrives.

points: 1
hears: the tape does not know
"""

def sum_all(a):
    r = Variable(a.value.sum())

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        return [Variable(grad_r.value.expand(a.shape))]

    record("sum_all", [a], [r], propagate)
    return r
