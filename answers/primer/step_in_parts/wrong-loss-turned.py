"""does: Passes the target to the loss function first.
believes: "The target is the first argument of a loss function."

points: 0
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    count = sum(len(x) for x, _ in parts)
    optimizer.zero_grad()
    for x, y in parts:
        (len(x) / count * loss_fn(y, net(x))).backward()
    optimizer.step()
