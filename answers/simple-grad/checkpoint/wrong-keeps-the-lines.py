"""The lines of fn may stay.

points: 0
hears: one line
"""

def checkpoint(fn):
    def operator(*inputs):
        r = Variable(fn(*inputs).value)

        def propagate(grads):
            with apart(keep=True):
                return grad((fn(*inputs) * grads[0]).sum(), list(inputs))

        record("checkpoint", inputs, [r], propagate)
        return r

    return operator
