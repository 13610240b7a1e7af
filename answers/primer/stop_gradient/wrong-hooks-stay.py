"""does: Puts hooks on the parameters of first that make each gradient zero from now on.

points: 1
"""

def stop_gradient(first, second, x):
    for parameter in first.parameters():
        if parameter.requires_grad:
            parameter.register_hook(torch.zeros_like)
    return second(first(x).detach())
