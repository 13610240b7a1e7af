"""Switches to evaluation mode, and never back.

points: 1
hears: the network was in training mode before the call, and is in evaluation mode after
"""


def validate(net, loss_fn, batches):
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    return sum(losses) / len(losses)
