"""does: Adds up the losses without weights.
believes: "backward adds up the gradients, so nothing needs a weight."

points: 0
hears: each of your parts counts in full. Which share of all rows does it have?
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    optimizer.zero_grad()
    for x, y in parts:
        loss_fn(net(x), y).backward()
    optimizer.step()
