"""does: Calls grad on the whole tape, from the result of forward.
believes: "grad may go through the whole tape, from the result of forward."

points: 0
hears: grad has reached the same entry again
"""

def checkpoint(fn):
    def operator(*inputs):
        with isolated_tape(keep=False):
            r = Variable(fn(*inputs).value)

        def propagate(grads):
            fn(*inputs)
            return grad((r * grads[0]).sum(), list(inputs))

        record("checkpoint", list(inputs), [r], propagate)
        return r

    return operator
