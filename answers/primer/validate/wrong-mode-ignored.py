"""does: Never switches to evaluation mode, and lets autograd record.
believes: "The network's mode does not affect the loss."

points: 0
hears: tensors were saved for a backward
"""


def validate(net, loss_fn, batches):
    return sum(loss_fn(net(x), y).item() for x, y in batches) / len(batches)
