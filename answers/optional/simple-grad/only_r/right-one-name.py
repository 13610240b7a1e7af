"""The product with b is used twice.
"""

def only_r(a, b, t, grad_r):
    through = grad_r * b
    return [through, through + grad_r * t]
