"""does: Accepts exactly one input.
believes: "Every operator has one input."
"""

def guarded(operator):
    def with_guard(a):
        r = operator(a)
        entry = tape[-1]
        versions = [a.value._version, r.value._version]

        def propagate(grads):
            for one, kept in zip((a, r), versions):
                if one.value._version != kept:
                    raise RuntimeError(f"{one.name} was changed in place.")
            return entry.propagate(grads)

        tape[-1] = entry._replace(propagate=propagate)
        return r

    return with_guard
