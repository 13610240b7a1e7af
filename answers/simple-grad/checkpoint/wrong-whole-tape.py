"""does: Calls grad on the whole tape.
believes: "grad may work on the whole tape."

points: 0
hears: times a
"""

def checkpoint(fn):
    def operator(*inputs):
        with isolated_tape(keep=False):
            r = Variable(fn(*inputs).value)

        def propagate(grads):
            return grad((fn(*inputs) * grads[0]).sum(), list(inputs))

        record("checkpoint", inputs, [r], propagate)
        return r

    return operator
