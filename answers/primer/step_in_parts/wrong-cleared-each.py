"""does: Clears .grad before each part, so only the last part counts.

points: 0
hears: at the end, parameter 1 of the network: expected [[0.6]], got [[0.1]].
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    for x, y in parts:
        optimizer.zero_grad()
        (loss_fn(net(x), y) / len(parts)).backward()
    optimizer.step()
