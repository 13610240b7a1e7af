"""does: Cuts only if x requires grad.

points: 1
"""

def stop_gradient(first, second, x):
    h = first(x)
    if x.requires_grad:
        h = h.detach()
    return second(h)
