"""does: Uses only the first part.
believes: "One part is enough."

points: 0
hears: number of rows that went through the network: expected 4, got 1.
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    x, y = parts[0]
    optimizer.zero_grad()
    loss_fn(net(x), y).backward()
    optimizer.step()
