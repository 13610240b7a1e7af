"""does: Passes the target to the loss function first.
believes: "The target is the first argument of a loss function."

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
