"""does: Never clears .grad.
believes: ".grad is empty for each batch."

points: 1
hears: which held ones before your function was called
"""


def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    for x, y in batches:
        loss = loss_fn(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
