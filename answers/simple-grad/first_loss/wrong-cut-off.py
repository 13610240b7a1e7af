"""A loss is a number: it is made anew.

points: 0
hears: All first gradients are None
"""

def first_loss(fn, a, b):
    return Variable((fn(a, b).value * a.value).sum())
