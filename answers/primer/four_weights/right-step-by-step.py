"""Writes out every gradient, from L backward, and returns a list.

points: 1
"""


def four_weights(a, w1, w2, w3, w4):
    b, c = w1 * a, w2 * a
    grad_d = -1
    grad_w3, grad_b = grad_d * b, grad_d * w3
    grad_w4, grad_c = grad_d * c, grad_d * w4
    grad_w1, grad_w2 = grad_b * a, grad_c * a
    return [grad_b * w1 + grad_c * w2, grad_w1, grad_w2, grad_w3, grad_w4]
