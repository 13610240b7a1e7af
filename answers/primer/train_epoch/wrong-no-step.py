"""does: Never takes a step.
believes: "backward updates the weights."

points: 1
hears: the optimizer took no step
"""


def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    for x, y in batches:
        loss = loss_fn(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        losses.append(loss.item())
    return losses
