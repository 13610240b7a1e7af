"""does: Trains the network.
believes: "A validation pass trains like any other epoch."

points: 0
hears: In which mode is the network?
"""


def validate(net, loss_fn, batches):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1) if list(net.parameters()) else None
    total = 0.0
    for x, y in batches:
        loss = loss_fn(net(x), y)
        if optimizer:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
    return total / len(batches)
