"""does: Computes the gradients in forward.
believes: "Everything that the gradients need is already there in forward."

points: 0
"""

def checkpoint(fn):
    def operator(*inputs):
        with isolated_tape(keep=False):
            y = fn(*inputs)
            slopes = grad(y.sum(), list(inputs))
        r = Variable(y.value)
        record("checkpoint", inputs, [r], lambda g: [s and s * g[0] for s in slopes])
        return r

    return operator
