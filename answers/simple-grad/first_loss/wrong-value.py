"""The value of the result is what counts.

points: 0
"""

def first_loss(fn, a, b):
    r = fn(a, b)
    return (Variable(r.value) * a).sum() * 0 + Variable(r.value).sum()
