"""Weights each part by ten times its share.

points: 0
hears: it should be [[0.6]].
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    count = sum(len(x) for x, _ in parts)
    optimizer.zero_grad()
    for x, y in parts:
        (10 * len(x) / count * loss_fn(net(x), y)).backward()
    optimizer.step()
