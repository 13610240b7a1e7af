"""does: Calls backward once at the end, on the sum.

points: 0
hears: number of steps that the optimizer took: expected 2, got 1.
"""


def train_epoch(net, loss_fn, optimizer, batches):
    optimizer.zero_grad()
    total = 0
    for x, y in batches:
        total = total + loss_fn(net(x), y)
    total.backward()
    optimizer.step()
    return [total.item()]
