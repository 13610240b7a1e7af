"""does: Restores the network and its children, not the layers inside a block.

points: 1
"""

def validate(net, loss_fn, batches):
    modes = {layer: layer.training for layer in [net, *net.children()]}
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    for layer, training in modes.items():
        layer.training = training
    return sum(losses) / len(losses)
