"""Adds what comes through t last.
"""

def only_r(a, b, t, grad_r):
    direct = grad_r * t
    grad_t = b * grad_r
    return grad_t, direct + grad_t
