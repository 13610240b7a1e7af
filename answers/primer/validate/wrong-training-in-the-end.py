"""The network always returns to training mode.

points: 1
hears: the network was in evaluation mode before the call, and is in training mode after
"""


def validate(net, loss_fn, batches):
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    net.train()
    return sum(losses) / len(losses)
