"""does: Halves the loss of each part.
believes: "There are always two parts."

points: 0
hears: each of your parts counts as much as the others
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    optimizer.zero_grad()
    for x, y in parts:
        (loss_fn(net(x), y) / 2).backward()
    optimizer.step()
