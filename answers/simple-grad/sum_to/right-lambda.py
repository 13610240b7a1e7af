"""Uses a lambda as the rule, which returns a tuple.

points: 2
"""

def sum_to(a, shape):
    r = Variable(a.value.sum_to_size(*shape) if shape else a.value.sum())
    record("sum_to", (a,), (r,), lambda grads: (grads[0].expand_to(a.shape),))
    return r
