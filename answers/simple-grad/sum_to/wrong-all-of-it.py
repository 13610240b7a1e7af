"""does: Sums all elements.
believes: "A sum always includes all elements."

points: 0
hears: shape of the result: expected (2,), got ().
"""

def sum_to(a, shape):
    r = Variable(a.value.sum())
    record("sum_to", [a], [r], lambda grads: [grads[0].expand_to(a.shape)])
    return r
