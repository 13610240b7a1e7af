"""It keeps one leaf at the start and a second tensor with the way gone so far.

points: 2
"""

def descend(loss_of, w, steps, rate):
    start = w.detach().clone().requires_grad_()
    gone = torch.zeros_like(w).detach()
    for _ in range(steps):
        start.grad = None
        loss_of(start + gone).backward()
        gone = gone - rate * start.grad
    return (start + gone).detach()
