"""Passes the inputs on as a tuple.

points: 4
"""

def checkpoint(fn):
    def remade(*xs):
        with isolated_tape(keep=False):
            out = Variable(fn(*xs).value.clone())

        def back(grads):
            with isolated_tape(keep=True):
                y = fn(*xs)
                return grad((y * grads[0]).sum(), xs)

        record(getattr(fn, "__name__", "fn"), xs, [out], back)
        return out

    return remade
