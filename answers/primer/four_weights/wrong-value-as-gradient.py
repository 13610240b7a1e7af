"""does: Passes the values of b and c back instead of gradients.
believes: "The value of b is passed back along its edges."

points: 0
hears: The gradient of w1: expected -10, got -12.
"""


def four_weights(a, w1, w2, w3, w4):
    b, c = w1 * a, w2 * a
    return -(w3 * w1 + w4 * w2), -b * a, -c * a, -b, -c
