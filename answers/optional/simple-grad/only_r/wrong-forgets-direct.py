"""b is read only inside of t.
"""

def only_r(a, b, t, grad_r):
    grad_t = grad_r * b
    return [grad_t, grad_t]
