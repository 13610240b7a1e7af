"""does: Returns inside the loop.

points: 0
hears: number of steps that the optimizer took: expected 2, got 1.
"""


def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    for x, y in batches:
        loss = loss_fn(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        return losses
    return losses
