"""does: Keeps t in a mutable default argument, and reads the newest one in propagate.
believes: "propagate of an entry runs before the next fused is called."

points: 4
"""
def fused(a, b, saved=[]):
    """Return t * t + a with t = a * b, by one entry on the tape."""
    saved.append(Variable(a.value * b.value))
    r = Variable(saved[-1].value.square() + a.value)

    def propagate(grad_outputs):
        grad_r, grad_t = grad_outputs
        if grad_r is None:
            return [grad_t * b, grad_t * a]
        through = grad_r * (saved[-1] + saved[-1])
        if grad_t is not None:
            through = through + grad_t
        return [grad_r + through * b, through * a]

    record("fused", [a, b], [r, saved[-1]], propagate)
    return r
