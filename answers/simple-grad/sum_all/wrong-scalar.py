"""What arrives goes back as it is.

points: 0
hears: has the shape (), a has (3,)
"""

def sum_all(a):
    r = Variable(a.value.sum())

    def propagate(grad_outputs):
        return grad_outputs

    record("sum_all", [a], [r], propagate)
    return r
