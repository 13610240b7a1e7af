"""does: Accepts exactly two inputs.
believes: "Every fn has two inputs."

points: 3
"""

def checkpoint(fn):
    def operator(a, b):
        with isolated_tape(keep=False):
            r = Variable(fn(a, b).value)

        def propagate(grads):
            with isolated_tape(keep=True):
                return grad((fn(a, b) * grads[0]).sum(), [a, b])

        record("checkpoint", [a, b], [r], propagate)
        return r

    return operator
