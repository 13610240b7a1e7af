"""Uses two names: one for the state with its graph, one for the detached state.

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
