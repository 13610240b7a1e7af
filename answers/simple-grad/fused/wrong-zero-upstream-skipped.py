"""does: Treats an upstream gradient of zeros as None.
believes: "Zero times something is zero, so the terms can be left out."

points: 4
"""
def fused(a, b):
    """Return t * t + a with t = a * b, by one entry on the tape."""
    t = Variable(a.value * b.value)
    r = Variable(t.value * t.value + a.value)

    def propagate(grad_outputs):
        grad_r, grad_t = grad_outputs
        if grad_r is not None and not grad_r.value.any():
            grad_r = None
        if grad_r is None and grad_t is None:
            return [None, None]
        if grad_r is None:
            return [grad_t * b, grad_t * a]
        through = grad_r * t
        through = through + through
        grad_t = through if grad_t is None else through + grad_t
        return [grad_t * b + grad_r, grad_t * a]

    record("fused", [a, b], [r, t], propagate)
    return r
