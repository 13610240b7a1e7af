"""Clears .grad before the loop and after each step.

points: 2
"""


def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    optimizer.zero_grad()
    for x, y in batches:
        loss = loss_fn(net(x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return losses
