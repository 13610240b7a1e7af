"""does: Uses checkpoint, which computes fn again in backward.
believes: "An aggregate is a checkpoint."

points: 1
hears: number of outputs: expected 2, got 1.
"""

from lab.simple_grad import isolated_tape


def aggregate(fn):
    def operator(*inputs):
        with isolated_tape(keep=False):
            r = Variable(fn(*inputs).value)

        def propagate(grads):
            with isolated_tape(keep=True):
                return grad((fn(*inputs) * grads[0]).sum(), list(inputs))

        record("aggregate", inputs, [r], propagate)
        return r

    return operator
