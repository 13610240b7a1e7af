"""does: Freezes all parameters, and later unfreezes them all.
believes: "Then nothing is saved."

points: 1
hears: parameters are no longer frozen after the call (1.weight, 1.bias).
"""


def validate(net, loss_fn, batches):
    modes = [(layer, layer.training) for layer in net.modules()]
    net.eval().requires_grad_(False)
    losses = [loss_fn(net(x), y).item() for x, y in batches]
    net.requires_grad_(True)
    for layer, mode in modes:
        layer.training = mode
    return sum(losses) / len(losses)
