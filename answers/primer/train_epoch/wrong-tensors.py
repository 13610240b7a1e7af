"""does: Keeps the losses as tensors.

points: 1
hears: still has its graph
"""


def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    for x, y in batches:
        loss = loss_fn(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
    return losses
