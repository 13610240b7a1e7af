"""Makes t the first output, so its gradient comes first, too.

points: 6
"""

def fused(a, b):
    t = Variable(a.value * b.value)
    r = Variable(t.value * t.value + a.value)

    def propagate(grads):
        grad_t, grad_r = grads
        if grad_r is None:
            return [grad_t * b, grad_t * a]
        more = grad_r * t * 2.0
        total = more if grad_t is None else grad_t + more
        return [total * b + grad_r, total * a]

    record("square plus", [a, b], [t, r], propagate)
    return r
