"""does: Takes the step before backward, with the old gradients.

points: 0
hears: modified by an inplace operation
"""


def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    for x, y in batches:
        loss = loss_fn(net(x), y)
        optimizer.step()
        optimizer.zero_grad()
        loss.backward()
        losses.append(loss.item())
    return losses
