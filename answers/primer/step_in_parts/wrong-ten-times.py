"""does: Weights each part by ten times its share.

points: 0
hears: at the end, parameter 1 of the network: expected [[0.6]], got [[6]].
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    count = sum(len(x) for x, _ in parts)
    optimizer.zero_grad()
    for x, y in parts:
        (10 * len(x) / count * loss_fn(net(x), y)).backward()
    optimizer.step()
