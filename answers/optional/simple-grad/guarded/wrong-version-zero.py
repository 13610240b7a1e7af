"""does: Compares each version with 0.
believes: "A tensor that was never changed has version 0."
"""

def guarded(operator):
    def with_guard(*inputs):
        r = operator(*inputs)
        entry = tape[-1]

        def propagate(grads):
            for one in (*inputs, r):
                if one.value._version != 0:
                    raise RuntimeError(f"{one.name} was changed in place.")
            return entry.propagate(grads)

        tape[-1] = entry._replace(propagate=propagate)
        return r

    return with_guard
