"""does: Returns the gradient of a last.
believes: "The gradients of the weights come first, then that of a."

points: 0
hears: Your five numbers are right, but not in the right order
"""


def four_weights(a, w1, w2, w3, w4):
    return -w3 * a, -w4 * a, -w1 * a, -w2 * a, -(w3 * w1 + w4 * w2)
