"""does: Sets net.training.
believes: "Setting net.training switches the layers, too."

points: 1
hears: In which mode is the network?
"""


def validate(net, loss_fn, batches):
    mode, net.training = net.training, False
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    net.training = mode
    return sum(losses) / len(losses)
