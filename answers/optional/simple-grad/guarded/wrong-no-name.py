"""An error is an error.
"""

def guarded(operator):
    def with_guard(*inputs):
        r = operator(*inputs)
        line = tape[-1]
        versions = [one.value._version for one in (*inputs, r)]

        def propagate(grads):
            if versions != [one.value._version for one in (*inputs, r)]:
                raise RuntimeError("Something was changed.")
            return line.propagate(grads)

        tape[-1] = line._replace(propagate=propagate)
        return r

    return with_guard
