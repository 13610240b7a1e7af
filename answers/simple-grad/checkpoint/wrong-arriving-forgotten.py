"""does: Ignores the upstream gradient.
believes: "The gradient of fn is the result, whatever gradient arrives."

points: 1
"""

def checkpoint(fn):
    def operator(*inputs):
        with isolated_tape(keep=False):
            r = Variable(fn(*inputs).value)

        def propagate(grads):
            with isolated_tape(keep=True):
                return grad(fn(*inputs).sum(), list(inputs))

        record("checkpoint", inputs, [r], propagate)
        return r

    return operator
