"""Evaluates a copy, so nothing needs restoring.

points: 2
"""


def validate(net, loss_fn, batches):
    import copy

    sure = copy.deepcopy(net).eval()
    with torch.no_grad():
        losses = torch.stack([loss_fn(sure(x), y) for x, y in batches])
    return losses.mean().item()
