"""does: Notes only the version of the result.
believes: "Only the result must stay unchanged."
"""

def guarded(operator):
    def with_guard(*inputs):
        r = operator(*inputs)
        entry, kept = tape[-1], r.value._version

        def propagate(grads):
            if r.value._version != kept:
                raise RuntimeError(f"{r.name} was changed in place.")
            return entry.propagate(grads)

        tape[-1] = entry._replace(propagate=propagate)
        return r

    return with_guard
