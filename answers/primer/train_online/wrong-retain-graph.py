"""does: Passes retain_graph=True.
believes: "PyTorch suggests retain_graph=True, so that is the fix."

points: 0
hears: has been modified by an inplace operation
"""


def train_online(cell, stream, rate):
    optimizer = torch.optim.SGD(cell.parameters(), lr=rate)
    h = torch.zeros(1, cell.hidden_size)
    losses = []
    for x, target in stream:
        h = cell(x, h)
        loss = ((h - target) ** 2).sum()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
        losses.append(loss.item())
    return losses
