"""does: Runs the program in PyTorch instead of working it out by hand.

points: 0
hears: This answer asks PyTorch to differentiate. Work it out by hand
"""


def four_weights(*values):
    leaves = [torch.tensor(v, dtype=torch.float64, requires_grad=True) for v in values]
    a, w1, w2, w3, w4 = leaves
    (10 - (w3 * (w1 * a) + w4 * (w2 * a))).backward()
    return tuple(leaf.grad.item() for leaf in leaves)
