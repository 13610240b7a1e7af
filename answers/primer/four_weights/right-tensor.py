"""Returns the five numbers as a tensor.

points: 1
"""


def four_weights(a, w1, w2, w3, w4):
    return torch.tensor([-(w3 * w1 + w4 * w2), -w3 * a, -w4 * a, -w1 * a, -w2 * a])
