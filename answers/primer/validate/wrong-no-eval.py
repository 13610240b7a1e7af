"""does: Uses no_grad without eval.
believes: "no_grad switches to evaluation mode."

points: 1
hears: In which mode is the network?
"""


def validate(net, loss_fn, batches):
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    return sum(losses) / len(losses)
