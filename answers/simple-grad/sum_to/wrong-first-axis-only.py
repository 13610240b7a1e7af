"""does: Sums only over the first axis.
believes: "Only the first axis is summed."

points: 1
"""

def sum_to(a, shape):
    r = Variable(a.value.sum(dim=0))
    record("sum_to", [a], [r], lambda grads: [grads[0].expand_to(a.shape)])
    return r
