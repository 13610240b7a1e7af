"""does: Multiplies the gradients of the two paths to a.
believes: "The gradients of different paths are multiplied."

points: 0
hears: Two paths lead from a to L
"""


def four_weights(a, w1, w2, w3, w4):
    return -w3 * w1 * w4 * w2, -w3 * a, -w4 * a, -w1 * a, -w2 * a
