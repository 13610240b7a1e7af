"""does: Never clears .grad.
believes: "Each backward overwrites .grad."

points: 1
hears: The first step is right. What is in w.grad before the second backward?
"""


def descend(loss_of, w, steps, rate):
    w = w.clone().requires_grad_()
    for _ in range(steps):
        loss_of(w).backward()
        with torch.no_grad():
            w -= rate * w.grad
    return w.detach()
