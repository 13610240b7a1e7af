"""Computes with fractions, which are exact.

points: 1
"""

from fractions import Fraction


def four_weights(a, w1, w2, w3, w4):
    a, w1, w2, w3, w4 = map(Fraction, (a, w1, w2, w3, w4))
    return -(w3 * w1 + w4 * w2), -w3 * a, -w4 * a, -w1 * a, -w2 * a
