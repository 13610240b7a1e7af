"""torch can do that.

points: 0
hears: torch's autograd is not asked
"""

def derivatives(f, x, n):
    x = x.clone().requires_grad_()
    y = f(x)
    found = [y.detach()]
    for _ in range(n):
        if y.requires_grad:
            [y] = torch.autograd.grad(y.sum(), [x], create_graph=True, allow_unused=True, materialize_grads=True)
        else:
            y = torch.zeros_like(x)
        found.append(y.detach())
    return found
