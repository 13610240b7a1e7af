"""does: Clears .grad only before the loop.
believes: "zero_grad is needed only once, before training."

points: 1
hears: at the end, parameter 1 of the network: expected [[0.68]], got [[1.28]].
"""


def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    optimizer.zero_grad()
    for x, y in batches:
        loss = loss_fn(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
