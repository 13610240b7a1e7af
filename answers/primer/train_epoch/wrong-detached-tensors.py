"""does: Returns detached tensors.
believes: "A detached loss is a number."

points: 1
hears: loss 1: expected a float, got a tensor.
"""


def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    for x, y in batches:
        loss = loss_fn(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return losses
