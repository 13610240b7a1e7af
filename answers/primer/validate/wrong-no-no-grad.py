"""does: Lets autograd record.
believes: "eval is enough, because backward is never called."

points: 1
hears: tensors were saved for a backward that will never run
"""


def validate(net, loss_fn, batches):
    was_training = net.training
    net.eval()
    losses = [loss_fn(net(x), y).item() for x, y in batches]
    net.train(was_training)
    return sum(losses) / len(losses)
