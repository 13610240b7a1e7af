"""does: Keeps the losses of all parts with their graphs, using retain_graph.

points: 0
hears: alive at the same time
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    count, kept = sum(len(x) for x, _ in parts), []
    optimizer.zero_grad()
    for x, y in parts:
        kept.append(loss_fn(net(x), y) * len(x) / count)
        kept[-1].backward(retain_graph=True)
    optimizer.step()
