"""It sends the state through NumPy, which has no records.

points: 2
"""

def train_online(cell, stream, rate):
    """Train `cell` on pairs (x, target), one step for each; return the list of losses."""
    optimizer = torch.optim.SGD(cell.parameters(), lr=rate)
    h = torch.zeros(1, cell.hidden_size)
    losses = []
    for x, target in stream:
        h = cell(x, torch.from_numpy(h.detach().numpy().copy()))
        loss = ((h - target) ** 2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
