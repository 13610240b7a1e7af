"""does: Switches to evaluation mode, and leaves it on.
believes: "An epoch runs in evaluation mode."

points: 1
"""


def train_epoch(net, loss_fn, optimizer, batches):
    net.eval()
    history = []
    for x, y in batches:
        optimizer.zero_grad()
        loss = loss_fn(net(x), y)
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return history
