"""does: Uses torch.func.grad instead of working it out by hand.

points: 0
hears: This answer asks PyTorch to differentiate. Work it out by hand
"""


def four_weights(a, w1, w2, w3, w4):
    values = [torch.tensor(each, dtype=torch.float64) for each in (a, w1, w2, w3, w4)]
    slopes = torch.func.grad(
        lambda a, w1, w2, w3, w4: 10 - (w3 * w1 * a + w4 * w2 * a), argnums=(0, 1, 2, 3, 4)
    )
    return [each.item() for each in slopes(*values)]
