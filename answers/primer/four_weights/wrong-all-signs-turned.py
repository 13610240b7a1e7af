"""does: Forgets the minus of 10 - d in all five, and makes no other mistake.

points: 0
hears: L = 10 - d: where did the minus go?
"""


def four_weights(a, w1, w2, w3, w4):
    return w1 * w3 + w2 * w4, w3 * a, w4 * a, w1 * a, w2 * a
