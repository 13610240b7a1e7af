"""does: Detaches only in every second step.

points: 0
hears: Trying to backward through the graph a second time
"""


def train_online(cell, stream, rate):
    optimizer = torch.optim.SGD(cell.parameters(), lr=rate)
    h = torch.zeros(1, cell.hidden_size)
    losses = []
    for x, target in stream:
        if len(losses) % 2 == 0:
            h = h.detach()
        h = cell(x, h)
        loss = ((h - target) ** 2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
