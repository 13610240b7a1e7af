"""does: Works with w as a Python number.
believes: "w is one number, as in the picture."

points: 0
"""

def descend(loss_of, w, steps, rate):
    value = w.item()
    for _ in range(steps):
        t = torch.tensor(value, requires_grad=True)
        loss_of(t).backward()
        value = value - rate * t.grad.item()
    return torch.tensor(value)
