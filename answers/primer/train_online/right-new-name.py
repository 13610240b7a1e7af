"""Keeps two names: the state with its graph, and the one that goes on.

points: 2
"""


def train_online(cell, stream, rate):
    optimizer = torch.optim.SGD(cell.parameters(), lr=rate)
    h = torch.zeros(1, cell.hidden_size)
    losses = []
    for x, target in stream:
        state = cell(x, h)
        loss = ((state - target) ** 2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        h = state.detach()
        losses.append(float(loss))
    return losses
