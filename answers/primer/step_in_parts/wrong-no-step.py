"""does: Never takes a step, and gives each part the same weight.
believes: "backward takes the step."

points: 0
hears: number of steps that the optimizer took: expected 1, got 0.
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    optimizer.zero_grad()
    for x, y in parts:
        (loss_fn(net(x), y) / len(parts)).backward()
