"""does: Returns the loss of the last batch.

points: 1
hears: train_epoch: expected a list of losses, got a float.
"""


def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    for x, y in batches:
        loss = loss_fn(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses[-1]
