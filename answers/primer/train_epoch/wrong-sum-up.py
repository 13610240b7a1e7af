"""Calls backward once at the end, on the sum.

points: 0
hears: the optimizer took 1 step. It takes one for each batch, and there are 2 batches.
"""


def train_epoch(net, loss_fn, optimizer, batches):
    optimizer.zero_grad()
    total = 0
    for x, y in batches:
        total = total + loss_fn(net(x), y)
    total.backward()
    optimizer.step()
    return [total.item()]
