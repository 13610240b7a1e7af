"""does: Prints a warning.
believes: "A warning is enough."
"""

def guarded(operator):
    def with_guard(*inputs):
        r = operator(*inputs)
        entry = tape[-1]
        versions = [one.value._version for one in (*inputs, r)]

        def propagate(grads):
            for one, kept in zip((*inputs, r), versions):
                if one.value._version != kept:
                    print(f"{one.name} was changed in place.")
            return entry.propagate(grads)

        tape[-1] = entry._replace(propagate=propagate)
        return r

    return with_guard
