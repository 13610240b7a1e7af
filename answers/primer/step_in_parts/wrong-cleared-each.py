"""Clears .grad before each part, so only the last part counts.

points: 0
hears: 1 and 3 rows: parameter 1 of the network
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    for x, y in parts:
        optimizer.zero_grad()
        (loss_fn(net(x), y) / len(parts)).backward()
    optimizer.step()
