"""does: Never clears .grad, and gives each part the same weight.
believes: ".grad is empty at the start."

points: 0
hears: which held ones before your function was called
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    for x, y in parts:
        (loss_fn(net(x), y) / len(parts)).backward()
    optimizer.step()
