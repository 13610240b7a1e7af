"""does: Takes the gradient of the plain sum, and multiplies it by g afterwards.
believes: "The gradient of the plain sum, times g, is g times J."

points: 1
hears: a * sum(b), times b
"""

def checkpoint(fn):
    def operator(*inputs):
        with isolated_tape(keep=False):
            r = Variable(fn(*inputs).value)

        def propagate(grads):
            with isolated_tape(keep=True):
                found = grad(fn(*inputs).sum(), list(inputs))
                return [None if one is None else one * grads[0] for one in found]

        record("checkpoint", inputs, [r], propagate)
        return r

    return operator
