"""Has helpers named watch, run and ask.

points: 2
"""

def watch(w):
    return w.detach().clone().requires_grad_()


def ask(loss_of, w):
    (gradient,) = torch.autograd.grad(loss_of(w), w)
    return gradient


def run(loss_of, w, rate):
    w = watch(w)
    return (w - rate * ask(loss_of, w)).detach()


def descend(loss_of, w, steps, rate):
    w = w.detach().clone()
    for _ in range(steps):
        w = run(loss_of, w, rate)
    return w
