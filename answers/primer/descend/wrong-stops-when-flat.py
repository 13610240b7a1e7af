"""does: Ends the loop as soon as all slopes are below 0.001.
believes: "Where the slopes are that small, the minimum is reached."

points: 1
"""

def descend(loss_of, w, steps, rate):
    w = w.clone().detach().requires_grad_()
    for _ in range(steps):
        w.grad = None
        loss_of(w).backward()
        if w.grad.abs().max() < 1e-3:
            break
        with torch.no_grad():
            w.sub_(w.grad, alpha=rate)
    return w.detach()
