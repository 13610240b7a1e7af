"""does: Passes the target to the loss function first.
believes: "The target is the first argument of a loss function."

points: 1
"""


def validate(net, loss_fn, batches):
    modes = {layer: layer.training for layer in net.modules()}
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(y, net(x)).item() for x, y in batches]
    for layer, training in modes.items():
        layer.training = training
    return sum(losses) / len(losses)
