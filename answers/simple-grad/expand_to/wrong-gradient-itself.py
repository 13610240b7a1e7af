"""What arrives goes back as it is.

points: 0
hears: has the shape (3,), a has ()
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape))
    record("expand_to", [a], [r], lambda grads: grads)
    return r
