"""Edits the tape by hand instead of isolating it.

points: 4
"""

from lab.simple_grad import tape


def checkpoint(fn):
    def operator(*inputs):
        before = len(tape)
        value = fn(*inputs).value
        del tape[before:]
        r = Variable(value)

        def propagate(grads):
            [g] = grads
            earlier = list(tape)
            tape.clear()
            found = grad((g * fn(*inputs)).sum(), list(inputs))
            tape[:0] = earlier
            return found

        record("again", list(inputs), [r], propagate)
        return r

    return operator
