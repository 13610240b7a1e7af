"""does: Keeps the entries of fn until backward.
believes: "What is kept needn't be recorded again."

points: 3
hears: fn should run
"""

from lab.simple_grad import tape


def checkpoint(fn):
    def operator(*inputs):
        earlier = list(tape)
        tape.clear()
        y = fn(*inputs)
        inner = list(tape)
        tape[:] = earlier
        r = Variable(y.value)

        def propagate(grads):
            with isolated_tape(keep=True):
                tape.extend(inner)
                return grad((y * grads[0]).sum(), list(inputs))

        record("checkpoint", inputs, [r], propagate)
        return r

    return operator
