"""Returns a tensor.

points: 1
hears: validate should return a float; it returns a Tensor.
"""


def validate(net, loss_fn, batches):
    was_training = net.training
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y) for x, y in batches]
    net.train(was_training)
    return sum(losses) / len(losses)
