"""does: Returns False for a product.
believes: "The slope of a product is a constant."

points: 0
hears: multiply: expected True, got False.
"""


def second_backward_fails(operations):
    return any(name in ("exp", "sin", "relu") for name in operations)
