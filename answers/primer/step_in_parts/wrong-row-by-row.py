"""The weight of a part is one over the total number of rows.

points: 0
hears: 1 and 3 rows: parameter 1 of the network
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    rows = sum(len(x) for x, _ in parts)
    optimizer.zero_grad()
    for x, y in parts:
        (loss_fn(net(x), y) / rows).backward()
    optimizer.step()
