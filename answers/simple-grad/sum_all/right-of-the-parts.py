"""Ones of the shape of the input, times what arrives, expanded.

points: 2
"""

def sum_all(a):
    r = Variable(torch.sum(a.value))
    shape = a.shape
    record("sum_all", [a], [r], lambda g: (g[0].expand_to(shape),))
    return r
