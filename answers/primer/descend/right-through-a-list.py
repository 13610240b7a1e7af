"""Copies w through a list.

points: 2
"""

def descend(loss_of, w, steps, rate):
    w = torch.tensor(w.tolist(), requires_grad=True)
    for _ in range(steps):
        loss = loss_of(w)
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
    return w.detach()
