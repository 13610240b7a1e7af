"""does: Leaves out w3 and w4 in the gradients of w1 and w2.
believes: "Only the slope nearest to the leaf counts."

points: 0
hears: The gradient of w1: expected -10, got -2.
"""


def four_weights(a, w1, w2, w3, w4):
    return -(w3 * w1 + w4 * w2), -a, -a, -w1 * a, -w2 * a
