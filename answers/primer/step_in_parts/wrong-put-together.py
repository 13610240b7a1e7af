"""does: Concatenates the parts into one batch.

points: 0
hears: number of rows that went through the network at once: expected at most 3, got 4.
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    x = torch.cat([x for x, _ in parts])
    y = torch.cat([y for _, y in parts])
    optimizer.zero_grad()
    loss_fn(net(x), y).backward()
    optimizer.step()
