"""Each part has the same share.

points: 0
hears: 5, 1 and 2 rows: parameter 1
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    optimizer.zero_grad()
    for x, y in parts:
        (loss_fn(net(x), y) / len(parts)).backward()
    optimizer.step()
