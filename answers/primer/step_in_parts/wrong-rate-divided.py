"""does: Divides the learning rate by the number of rows.
believes: "Dividing the learning rate is the same as weighting the losses."

points: 0
hears: With Adam
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    count = sum(len(x) for x, _ in parts)
    optimizer.zero_grad()
    for x, y in parts:
        (len(x) * loss_fn(net(x), y)).backward()
    for group in optimizer.param_groups:
        group["lr"] /= count
    optimizer.step()
