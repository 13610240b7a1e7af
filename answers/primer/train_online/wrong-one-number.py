"""does: Carries over the state as a single Python number.
believes: "h holds one number."

points: 0
"""

def train_online(cell, stream, rate):
    """Train `cell` on pairs (x, target), one step for each; return the list of losses."""
    optimizer = torch.optim.SGD(cell.parameters(), lr=rate)
    h = torch.zeros(1, cell.hidden_size)
    losses = []
    for x, target in stream:
        # The line was h = cell(x, h).
        h = cell(x, torch.tensor([[h.item()]]))
        loss = ((h - target) ** 2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
