"""does: Switches to training mode at the end.
believes: "The network always returns to training mode."

points: 1
hears: mode of layer 1 of the network after the call: expected evaluation, got training.
"""


def validate(net, loss_fn, batches):
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    net.train()
    return sum(losses) / len(losses)
