"""does: Raises an error without the Variable's name.
believes: "The error needn't name the Variable."
"""

def guarded(operator):
    def with_guard(*inputs):
        r = operator(*inputs)
        entry = tape[-1]
        versions = [one.value._version for one in (*inputs, r)]

        def propagate(grads):
            if versions != [one.value._version for one in (*inputs, r)]:
                raise RuntimeError("Something was changed.")
            return entry.propagate(grads)

        tape[-1] = entry._replace(propagate=propagate)
        return r

    return with_guard
