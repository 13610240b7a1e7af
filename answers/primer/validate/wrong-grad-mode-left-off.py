"""does: Turns recording off, and leaves it off.

points: 1
hears: after the call PyTorch does not record as it did before
"""


def validate(net, loss_fn, batches):
    modes = {layer: layer.training for layer in net.modules()}
    net.eval()
    torch.set_grad_enabled(False)
    losses = [loss_fn(net(x), y).item() for x, y in batches]
    for layer, mode in modes.items():
        layer.training = mode
    return sum(losses) / len(losses)
