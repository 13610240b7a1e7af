"""Weights each loss by its number of rows, and divides .grad at the end.

points: 1
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    optimizer.zero_grad()
    rows = 0
    for x, y in parts:
        (loss_fn(net(x), y) * len(x)).backward()
        rows += len(x)
    for parameter in net.parameters():
        parameter.grad /= rows
    optimizer.step()
