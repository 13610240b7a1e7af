"""does: Detaches, but never clears .grad.

points: 1
hears: clears the gradients
"""


def train_online(cell, stream, rate):
    optimizer = torch.optim.SGD(cell.parameters(), lr=rate)
    h = torch.zeros(1, cell.hidden_size)
    losses = []
    for x, target in stream:
        h = cell(x, h.detach())
        loss = ((h - target) ** 2).sum()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
