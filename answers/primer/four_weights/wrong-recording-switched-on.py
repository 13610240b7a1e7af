"""does: Turns recording back on, and uses autograd.

points: 0
hears: This answer asks PyTorch to differentiate. Work it out by hand
"""


def four_weights(a, w1, w2, w3, w4):
    with torch.inference_mode(False), torch.enable_grad():
        leaves = [
            torch.tensor(each, dtype=torch.float64, requires_grad=True)
            for each in (a, w1, w2, w3, w4)
        ]
        a, w1, w2, w3, w4 = leaves
        L = 10 - (w3 * w1 * a + w4 * w2 * a)
        return [each.item() for each in torch.autograd.grad(L, leaves)]
