"""does: Divides each product by the factor, so a factor of 0 is an error.
believes: "The slope of a product for a factor is the product divided by that factor."

points: 0
"""

def four_weights(a, w1, w2, w3, w4):
    """Return the gradients of a, w1, w2, w3 and w4 for L = 10 - (w3 * w1 * a + w4 * w2 * a)."""
    p = w3 * w1 * a
    q = w4 * w2 * a
    return -(p + q) / a, -p / w1, -q / w2, -p / w3, -q / w4
