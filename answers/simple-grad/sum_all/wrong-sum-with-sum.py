"""a.sum() makes the sum; the line comes on top.

points: 0
hears: was made by another line (sum_all) already
"""

def sum_all(a):
    r = a.sum()

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        return [grad_r.expand_to(a.shape)]

    record("sum_all", [a], [r], propagate)
    return r
