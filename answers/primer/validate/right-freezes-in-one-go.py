"""Freezes the whole network for the call instead of using no_grad.

points: 2
"""

def validate(net, loss_fn, batches):
    modes = [(m, m.training) for m in net.modules()]
    flags = [(p, p.requires_grad) for p in net.parameters()]
    net.eval()
    net.requires_grad_(False)
    losses = [loss_fn(net(x), y).item() for x, y in batches]
    for m, training in modes:
        m.training = training
    for p, flag in flags:
        p.requires_grad_(flag)
    return sum(losses) / len(losses)
