"""Uses arbitrary numbers as v.

points: 2
"""

def jvp(f, x, u):
    x = Variable(x)
    y = f(x)
    v = Variable(torch.linspace(-1, 1, max(y.value.numel(), 1), dtype=x.value.dtype)[: y.value.numel()].reshape(y.shape))
    first = grad((v * y).sum(), [x])[0]
    if first is None:
        return torch.zeros_like(y.value)
    return grad((Variable(u) * first).sum(), [v])[0].value
