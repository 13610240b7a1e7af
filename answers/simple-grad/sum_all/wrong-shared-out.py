"""What arrives is shared out among the entries.

points: 0
hears: torch says [5, 5, 5]
"""

def sum_all(a):
    r = Variable(a.value.sum())

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        return [(grad_r * (1 / a.value.numel())).expand_to(a.shape)]

    record("sum_all", [a], [r], propagate)
    return r
