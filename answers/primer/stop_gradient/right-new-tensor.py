"""Makes a new tensor from the values.

points: 2
"""


def stop_gradient(first, second, x):
    between = first(x)
    return second(torch.tensor(between.tolist(), dtype=between.dtype))
