"""Uses torch.optim.SGD.

points: 2
"""


def descend(loss_of, w, steps, rate):
    w = w.detach().clone().requires_grad_()
    optimizer = torch.optim.SGD([w], lr=rate)
    for _ in range(steps):
        optimizer.zero_grad()
        loss_of(w).backward()
        optimizer.step()
    return w.detach()
