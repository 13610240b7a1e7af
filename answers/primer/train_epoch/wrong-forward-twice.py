"""does: Runs forward again for the loss that it returns.
believes: "Reporting the loss takes a separate forward pass."

points: 1
hears: go through it twice
"""


def train_epoch(net, loss_fn, optimizer, batches):
    history = []
    for x, y in batches:
        optimizer.zero_grad()
        loss = loss_fn(net(x), y)
        loss.backward()
        value = loss_fn(net(x), y).item()
        optimizer.step()
        history.append(value)
    return history
