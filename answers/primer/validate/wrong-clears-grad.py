"""does: Clears the gradients at the end.
believes: "Validation ends by clearing the gradients."

points: 1
hears: was filled before the call
"""


def validate(net, loss_fn, batches):
    modes = {layer: layer.training for layer in net.modules()}
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    for layer, training in modes.items():
        layer.training = training
    net.zero_grad()
    return sum(losses) / len(losses)
