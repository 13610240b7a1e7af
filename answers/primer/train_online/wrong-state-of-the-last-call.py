"""does: Keeps the state as an attribute of the cell, so a second call begins with the last state of the first.
believes: "The cell has to remember its state."

points: 1
"""

def train_online(cell, stream, rate):
    """Train `cell` on pairs (x, target), one step for each; return the list of losses."""
    optimizer = torch.optim.SGD(cell.parameters(), lr=rate)
    h = torch.zeros(1, cell.hidden_size)
    losses = []
    for x, target in stream:
        # The line was h = cell(x, h).
        h = cell(x, getattr(cell, "state", h))
        cell.state = h.detach()
        loss = ((h - target) ** 2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
