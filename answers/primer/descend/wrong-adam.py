"""does: Uses Adam.
believes: "Any optimizer does gradient descent."

points: 0
hears: One step
"""


def descend(loss_of, w, steps, rate):
    w = w.clone().requires_grad_()
    optimizer = torch.optim.Adam([w], lr=rate)
    for _ in range(steps):
        optimizer.zero_grad()
        loss_of(w).backward()
        optimizer.step()
    return w.detach()
