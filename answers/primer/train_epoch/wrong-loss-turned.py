"""The target comes first in a loss.

points: 1
"""


def train_epoch(net, loss_fn, optimizer, batches):
    history = []
    for x, y in batches:
        optimizer.zero_grad()
        loss = loss_fn(y, net(x))
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return history
