"""does: Detaches, but never updates the weights.

points: 1
hears: moves the weights
"""


def train_online(cell, stream, rate):
    optimizer = torch.optim.SGD(cell.parameters(), lr=rate)
    h = torch.zeros(1, cell.hidden_size)
    losses = []
    for x, target in stream:
        h = cell(x, h.detach())
        loss = ((h - target) ** 2).sum()
        optimizer.zero_grad()
        loss.backward()
        losses.append(loss.item())
    return losses
