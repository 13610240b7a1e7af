"""Each gradient has a product of its own.
"""

def only_r(a, b, t, grad_r):
    return [grad_r * b, grad_r * b + grad_r * t]
