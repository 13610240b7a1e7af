"""does: Starts each step from a state of zeros.

points: 1
hears: Each step begins with the h of the step before
"""


def train_online(cell, stream, rate):
    optimizer = torch.optim.SGD(cell.parameters(), lr=rate)
    h = torch.zeros(1, cell.hidden_size)
    losses = []
    for x, target in stream:
        h = cell(x, torch.zeros(1, cell.hidden_size))
        loss = ((h - target) ** 2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
