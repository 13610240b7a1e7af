"""does: Returns the mean inside a list.

points: 1
hears: validate: expected a float, got a list.
"""


def validate(net, loss_fn, batches):
    modes = {layer: layer.training for layer in net.modules()}
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    for layer, training in modes.items():
        layer.training = training
    return [sum(losses) / len(losses)]
