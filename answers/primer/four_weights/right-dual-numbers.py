"""Runs forward five times with numbers that carry their slope along.

points: 1
"""

class Dual:
    def __init__(self, value, slope=0.0):
        self.value, self.slope = value, slope

    def __mul__(self, other):
        return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)

    def __add__(self, other):
        return Dual(self.value + other.value, self.slope + other.slope)

    def __rsub__(self, number):
        return Dual(number - self.value, -self.slope)


def four_weights(*leaves):
    slopes = []
    for which in range(5):
        a, w1, w2, w3, w4 = (Dual(leaf, float(i == which)) for i, leaf in enumerate(leaves))
        b, c = w1 * a, w2 * a
        slopes.append((10 - (w3 * b + w4 * c)).slope)
    return slopes
