"""does: Detaches the state before the loss is computed, and makes it require grad.
believes: "The new state is detached, then made to require grad again."

points: 1
hears: No weight has moved.
"""


def train_online(cell, stream, rate):
    optimizer = torch.optim.SGD(cell.parameters(), lr=rate)
    h = torch.zeros(1, cell.hidden_size)
    losses = []
    for x, target in stream:
        h = cell(x, h).detach().requires_grad_()
        loss = ((h - target) ** 2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
