"""It is the grad of notebook 1.

points: 0
hears: it should be zeros
"""

def grad_with_zeros(loss, wanted):
    return grad(loss, wanted)
