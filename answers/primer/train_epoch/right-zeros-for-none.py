"""Fills .grad with zeros instead of setting it to None.

points: 2
"""

def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    for x, y in batches:
        optimizer.zero_grad(set_to_none=False)
        loss = loss_fn(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
