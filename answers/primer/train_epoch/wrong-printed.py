"""does: Prints the losses instead of returning them.

points: 1
hears: print shows a value, return hands it back
"""


def train_epoch(net, loss_fn, optimizer, batches):
    net.train()
    for x, y in batches:
        loss = loss_fn(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())
    return None
