"""The sum is the mean.

points: 0
hears: the result is not what torch computes
"""

def sum_all(a):
    r = Variable(a.value.mean())

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        return [(grad_r * (1 / a.value.numel())).expand_to(a.shape)]

    record("sum_all", [a], [r], propagate)
    return r
