"""Clears .grad only of the parameters that require grad.

points: 2
"""

def train_epoch(net, loss_fn, optimizer, batches):
    trained = [p for p in net.parameters() if p.requires_grad]
    losses = []
    for x, y in batches:
        for p in trained:
            p.grad = None
        loss = loss_fn(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
