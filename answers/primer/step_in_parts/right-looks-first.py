"""Computes the losses under no_grad first, and sets .grad to None.

points: 1
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    with torch.no_grad():
        whole = sum(loss_fn(net(x), y) * len(x) for x, y in parts)
    assert whole.isfinite()
    for parameter in net.parameters():
        parameter.grad = None
    shares = torch.tensor([float(len(x)) for x, _ in parts])
    for (x, y), share in zip(parts, shares / shares.sum()):
        loss_fn(net(x), y).backward(share)
    optimizer.step()
