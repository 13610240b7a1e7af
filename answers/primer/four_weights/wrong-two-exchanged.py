"""does: Exchanges w1 and w3 in two gradients.
believes: "The slope of a product with respect to a factor is that factor."

points: 0
hears: The numbers of w1 and w3 are swapped
"""


def four_weights(a, w1, w2, w3, w4):
    return -(w3 * w1 + w4 * w2), -w1 * a, -w4 * a, -w3 * a, -w2 * a
