"""The value of t is enough.
"""

def only_r(a, b, t, grad_r):
    grad_t = grad_r * b
    return [grad_t, grad_t + grad_r * Variable(t.value)]
