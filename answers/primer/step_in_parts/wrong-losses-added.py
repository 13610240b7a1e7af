"""does: Sums the weighted losses of all parts, and calls backward once.

points: 0
hears: 2 parts waited for backward at the same time
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    count = sum(len(x) for x, _ in parts)
    optimizer.zero_grad()
    total = 0
    for x, y in parts:
        total = total + loss_fn(net(x), y) * len(x) / count
    total.backward()
    optimizer.step()
