"""does: Restores each child with train(mode), which switches the layers inside a block alike.

points: 1
"""

def validate(net, loss_fn, batches):
    modes = {name: layer.training for name, layer in net.named_children()}
    training = net.training
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    net.training = training
    for name, layer in net.named_children():
        layer.train(modes[name])
    return sum(losses) / len(losses)
