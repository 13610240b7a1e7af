"""does: Returns the sum of the losses.

points: 1
hears: the loss: expected 2.5, got 5.
"""


def validate(net, loss_fn, batches):
    modes = {layer: layer.training for layer in net.modules()}
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    for layer, mode in modes.items():
        layer.training = mode
    return sum(losses)
