"""does: Leaves the entries of fn on the tape.
believes: "The entries of fn may stay on the tape."

points: 0
hears: number of entries on the tape: expected 1, got 3.
"""

def checkpoint(fn):
    def operator(*inputs):
        r = Variable(fn(*inputs).value)

        def propagate(grads):
            with isolated_tape(keep=True):
                return grad((fn(*inputs) * grads[0]).sum(), list(inputs))

        record("checkpoint", inputs, [r], propagate)
        return r

    return operator
