"""does: Keeps the modes by the name of the type, so that two layers share one.

points: 1
"""

def validate(net, loss_fn, batches):
    modes = {type(layer).__name__: layer.training for layer in net.modules()}
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    for layer in net.modules():
        layer.training = modes[type(layer).__name__]
    return sum(losses) / len(losses)
