"""t is a constant of the second factor.
"""

def only_r(a, b, t, grad_r):
    return [grad_r * b, grad_r * t]
