"""does: Freezes all parameters.
believes: "Then nothing is saved."

points: 1
hears: parameters are frozen after the call (0.weight, 0.bias).
"""


def validate(net, loss_fn, batches):
    modes = [(layer, layer.training) for layer in net.modules()]
    net.eval().requires_grad_(False)
    losses = [loss_fn(net(x), y).item() for x, y in batches]
    for layer, mode in modes:
        layer.training = mode
    return sum(losses) / len(losses)
