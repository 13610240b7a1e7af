"""backward takes the step.

points: 0
hears: the optimizer took 0 steps
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    optimizer.zero_grad()
    for x, y in parts:
        (loss_fn(net(x), y) / len(parts)).backward()
