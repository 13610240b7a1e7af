"""does: Records an entry of its own.
believes: "A guard has its own entry."
"""

def guarded(operator):
    def with_guard(*inputs):
        r = operator(*inputs)
        out = Variable(r.value.clone())
        kept = [one.value._version for one in (*inputs, r)]

        def propagate(grads):
            for one, version in zip((*inputs, r), kept):
                if one.value._version != version:
                    raise RuntimeError(f"{one.name} was changed in place.")
            return list(grads)

        record("guard", [r], [out], propagate)
        return out

    return with_guard
