"""does: Drops the entries that backward records.
believes: "Entries recorded in backward can be dropped, too."

points: 2
hears: No path on the tape
"""

def checkpoint(fn):
    def operator(*inputs):
        with isolated_tape(keep=False):
            r = Variable(fn(*inputs).value)

        def propagate(grads):
            with isolated_tape(keep=False):
                return grad((fn(*inputs) * grads[0]).sum(), list(inputs))

        record("checkpoint", inputs, [r], propagate)
        return r

    return operator
