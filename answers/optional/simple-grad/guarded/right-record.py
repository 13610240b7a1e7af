"""Records the entry again.
"""

from lab.simple_grad import Entry


def guarded(operator):
    def with_guard(*inputs):
        r = operator(*inputs)
        entry = tape.pop()
        watched = [*inputs, r]
        versions = [one.value._version for one in watched]

        def propagate(grads):
            for one, kept in zip(watched, versions):
                if one.value._version > kept:
                    raise RuntimeError(f"Somebody has changed {one.name}.")
            return entry.propagate(grads)

        tape.append(Entry(entry.operator, entry.inputs, entry.outputs, propagate))
        return r

    return with_guard
