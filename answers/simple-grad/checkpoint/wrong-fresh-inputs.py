"""does: Runs fn again on new Variables.
believes: "The second run can use new Variables."

points: 2
hears: No path on the tape
"""

def checkpoint(fn):
    def operator(*inputs):
        with isolated_tape(keep=False):
            r = Variable(fn(*inputs).value)

        def propagate(grads):
            own = [Variable(one.value) for one in inputs]
            with isolated_tape(keep=True):
                return grad((fn(*own) * grads[0]).sum(), own)

        record("checkpoint", inputs, [r], propagate)
        return r

    return operator
