"""does: Computes in evaluation mode, and stays there.

points: 0
"""

def step_in_parts(net, loss_fn, optimizer, parts):
    net.eval()
    count = sum(len(x) for x, _ in parts)
    optimizer.zero_grad()
    for x, y in parts:
        (len(x) / count * loss_fn(net(x), y)).backward()
    optimizer.step()
