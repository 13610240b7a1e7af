"""backward adds, and that is all there is to it.

points: 0
hears: The step is twice as long as it should be.
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    optimizer.zero_grad()
    for x, y in parts:
        loss_fn(net(x), y).backward()
    optimizer.step()
