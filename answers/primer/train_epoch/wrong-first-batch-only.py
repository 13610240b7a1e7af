"""Returns inside the loop.

points: 0
hears: the optimizer took 1 step. It takes one for each batch, and there are 2 batches.
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
