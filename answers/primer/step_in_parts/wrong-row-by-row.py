"""does: Divides the loss of each part by the total number of rows.
believes: "The weight of a part is one over the total number of rows."

points: 0
hears: at the end, parameter 1 of the network: expected [[0.6]], got [[0.5]].
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    rows = sum(len(x) for x, _ in parts)
    optimizer.zero_grad()
    for x, y in parts:
        (loss_fn(net(x), y) / rows).backward()
    optimizer.step()
