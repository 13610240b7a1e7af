"""does: Multiplies by the upstream gradient at the end.
believes: "Multiplying by the upstream gradient at the end is enough."

points: 1
"""

def checkpoint(fn):
    def operator(*inputs):
        with isolated_tape(keep=False):
            r = Variable(fn(*inputs).value)

        def propagate(grads):
            with isolated_tape(keep=True):
                found = grad(fn(*inputs).sum(), list(inputs))
                return [g and g * grads[0] for g in found]

        record("checkpoint", inputs, [r], propagate)
        return r

    return operator
