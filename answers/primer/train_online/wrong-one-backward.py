"""does: Sums the losses and calls backward once at the end.

points: 0
hears: Backward ran after step 12 only.
"""


def train_online(cell, stream, rate):
    optimizer = torch.optim.SGD(cell.parameters(), lr=rate)
    h = torch.zeros(1, cell.hidden_size)
    losses = []
    for x, target in stream:
        h = cell(x, h)
        losses.append(((h - target) ** 2).sum())
    optimizer.zero_grad()
    sum(losses).backward()
    optimizer.step()
    return [loss.item() for loss in losses]
