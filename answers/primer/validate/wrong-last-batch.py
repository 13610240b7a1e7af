"""Returns the loss of the last batch.

points: 1
hears: Dropout: the loss is 2.5, yours 4.
"""


def validate(net, loss_fn, batches):
    was_training = net.training
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    net.train(was_training)
    return losses[-1]
