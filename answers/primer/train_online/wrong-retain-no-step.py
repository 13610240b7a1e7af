"""does: Passes retain_graph=True, and takes no step.
believes: "retain_graph=True raises no error if no weight changes."

points: 0
hears: the graph of a step still holds the steps before it
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
        losses.append(loss.item())
    return losses
