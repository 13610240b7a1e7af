"""does: Switches Dropout and BatchNorm only.

points: 1
"""

def validate(net, loss_fn, batches):
    known = [layer for layer in net.modules() if isinstance(layer, (nn.Dropout, nn.BatchNorm1d))]
    modes = [layer.training for layer in known]
    for layer in known:
        layer.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    for layer, training in zip(known, modes):
        layer.train(training)
    return sum(losses) / len(losses)
