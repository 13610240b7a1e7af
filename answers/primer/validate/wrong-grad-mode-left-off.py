"""Switches recording off, and leaves it off.

points: 1
hears: after the call PyTorch does not record as it did before
"""


def validate(net, loss_fn, batches):
    was_training = net.training
    net.eval()
    torch.set_grad_enabled(False)
    losses = [loss_fn(net(x), y).item() for x, y in batches]
    net.train(was_training)
    return sum(losses) / len(losses)
