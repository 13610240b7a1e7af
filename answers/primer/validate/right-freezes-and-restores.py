"""Freezes all parameters, and restores each requires_grad afterwards.

points: 2
"""


def validate(net, loss_fn, batches):
    modes = [(layer, layer.training) for layer in net.modules()]
    needed = [(each, each.requires_grad) for each in net.parameters()]
    net.eval().requires_grad_(False)
    losses = [loss_fn(net(x), y).item() for x, y in batches]
    for each, need in needed:
        each.requires_grad_(need)
    for layer, mode in modes:
        layer.train(mode) if not list(layer.children()) else setattr(layer, "training", mode)
    return sum(losses) / len(losses)
