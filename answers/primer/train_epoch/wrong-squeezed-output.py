"""does: Squeezes the output, which no longer has the shape of the target.
believes: "An output of shape (n, 1) and a target of shape (n, 1) are n numbers either way."

points: 1
"""

def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    for x, y in batches:
        prediction = net(x).squeeze()
        loss = loss_fn(prediction, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
