"""does: Forgets the minus of the last line.

points: 0
hears: The gradient of a: expected -39, got 39.
"""


def four_weights(a, w1, w2, w3, w4):
    return w3 * w1 + w4 * w2, w3 * a, w4 * a, w1 * a, w2 * a
