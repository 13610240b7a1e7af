"""does: Replaces None with zeros.
believes: "Every input gets a gradient."

points: 3
hears: the gradient of b: expected None, got a Variable.
"""

def checkpoint(fn):
    def operator(*inputs):
        with isolated_tape(keep=False):
            r = Variable(fn(*inputs).value)

        def propagate(grads):
            with isolated_tape(keep=True):
                found = grad((fn(*inputs) * grads[0]).sum(), list(inputs))
            zeros = [Variable(torch.zeros_like(one.value)) for one in inputs]
            return [zero if g is None else g for g, zero in zip(found, zeros)]

        record("checkpoint", inputs, [r], propagate)
        return r

    return operator
