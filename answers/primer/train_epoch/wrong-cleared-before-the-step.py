"""does: Clears .grad between backward and the step, so no weight changes.
believes: "It doesn't matter where in the loop zero_grad is."

points: 1
hears: It has not moved. What is in .grad when the optimizer does?
"""


def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    for x, y in batches:
        loss = loss_fn(net(x), y)
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()
        losses.append(loss.item())
    return losses
