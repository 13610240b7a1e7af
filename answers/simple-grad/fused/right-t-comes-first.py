"""The entry's first output is t and its second one the result, and the cases are looked up in a match statement.

points: 6
"""
def fused(a, b):
    """Return t * t + a with t = a * b, by one entry on the tape."""
    t = Variable(a.value * b.value)
    r = Variable(torch.addcmul(a.value, t.value, t.value))

    def propagate(grad_outputs):
        match grad_outputs:
            case [grad_t, None]:
                return [grad_t * b, grad_t * a]
            case [None, grad_r]:
                back = grad_r * t * 2.0
            case [grad_t, grad_r]:
                back = grad_t + grad_r * t * 2.0
        return [back * b + grad_r, back * a]

    record("t_then_r", [a, b], [t, r], propagate)
    return r
