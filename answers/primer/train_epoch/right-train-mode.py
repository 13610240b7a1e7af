"""Switches to training mode first.

points: 2
"""


def train_epoch(net, loss_fn, optimizer, batches):
    net.train()
    losses = []
    for x, y in batches:
        loss = loss_fn(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
