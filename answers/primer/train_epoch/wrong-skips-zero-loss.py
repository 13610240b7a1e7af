"""does: Takes no step for a batch whose loss is 0.
believes: "Where the loss is 0 there is nothing to learn, and a step does nothing."

points: 1
"""

def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    for x, y in batches:
        optimizer.zero_grad()
        loss = loss_fn(net(x), y)
        losses.append(loss.item())
        if losses[-1] == 0:
            continue
        loss.backward()
        optimizer.step()
    return losses
