"""does: Switches to evaluation mode, and never back.

points: 1
hears: mode of the network after the call: expected training, got evaluation.
"""


def validate(net, loss_fn, batches):
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    return sum(losses) / len(losses)
