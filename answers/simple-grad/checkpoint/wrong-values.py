"""does: Returns new Variables that have no entry on the tape.
believes: "Gradients are plain numbers, not recorded results."

points: 2
hears: No path on the tape
"""

def checkpoint(fn):
    def operator(*inputs):
        with isolated_tape(keep=False):
            r = Variable(fn(*inputs).value)

        def propagate(grads):
            with isolated_tape(keep=True):
                found = grad((fn(*inputs) * grads[0]).sum(), list(inputs))
            return [g and Variable(g.value) for g in found]

        record("checkpoint", inputs, [r], propagate)
        return r

    return operator
