"""The gradient of a sum is ones, whatever arrives.

points: 0
hears: torch says [5, 5, 5]
"""

def sum_all(a):
    r = Variable(a.value.sum())

    def propagate(grad_outputs):
        return [Variable(torch.ones_like(a.value))]

    record("sum_all", [a], [r], propagate)
    return r
