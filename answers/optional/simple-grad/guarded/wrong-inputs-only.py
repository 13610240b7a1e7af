"""does: Notes only the versions of the inputs.
believes: "A backward rule reads only its inputs."
"""

def guarded(operator):
    def with_guard(*inputs):
        r = operator(*inputs)
        entry = tape[-1]
        versions = [one.value._version for one in inputs]

        def propagate(grads):
            for one, kept in zip(inputs, versions):
                if one.value._version != kept:
                    raise RuntimeError(f"{one.name} was changed in place.")
            return entry.propagate(grads)

        tape[-1] = entry._replace(propagate=propagate)
        return r

    return with_guard
