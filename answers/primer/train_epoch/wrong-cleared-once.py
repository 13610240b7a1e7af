"""Clears .grad only before the loop.

points: 1
hears: parameter 1 of the network is
"""


def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    optimizer.zero_grad()
    for x, y in batches:
        loss = loss_fn(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
