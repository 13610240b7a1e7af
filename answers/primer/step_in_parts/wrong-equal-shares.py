"""does: Gives each part the same weight.
believes: "Parts have the same size."

points: 0
hears: each of your parts counts as much as the others
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    optimizer.zero_grad()
    for x, y in parts:
        (loss_fn(net(x), y) / len(parts)).backward()
    optimizer.step()
