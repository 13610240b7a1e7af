"""does: Reads the versions only in backward.
believes: "The version can be read in backward."
"""

def guarded(operator):
    def with_guard(*inputs):
        r = operator(*inputs)
        entry = tape[-1]

        def propagate(grads):
            versions = [one.value._version for one in (*inputs, r)]
            for one, kept in zip((*inputs, r), versions):
                if one.value._version != kept:
                    raise RuntimeError(f"{one.name} was changed in place.")
            return entry.propagate(grads)

        tape[-1] = entry._replace(propagate=propagate)
        return r

    return with_guard
