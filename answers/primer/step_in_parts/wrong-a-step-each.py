"""does: Takes a step for each part.

points: 0
hears: number of steps that the optimizer took: expected 1, got 2.
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    optimizer.zero_grad()
    for x, y in parts:
        (loss_fn(net(x), y) / len(parts)).backward()
        optimizer.step()
