"""does: Computes the loss again after the step.

points: 1
hears: It is the loss before the step.
"""


def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    for x, y in batches:
        loss = loss_fn(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss_fn(net(x), y).item())
    return losses
