"""Keeps all in one dict, and finds the outputs by a function that calls itself.

points: 4
"""

def with_all_outputs(recording, outputs):
    backward = recording.backward(outputs, "g" * len(outputs))
    more = set(recording.handed_over(backward)) - set(outputs) - set(recording.inputs)
    return with_all_outputs(recording, outputs + sorted(more)) if more else outputs


def aggregate(fn):
    kept = {}

    def operator(*inputs):
        key = str([variable.shape for variable in inputs])
        if key not in kept:
            recording = Recording(fn, inputs)
            kept[key] = recording, with_all_outputs(recording, [recording.result])
        recording, outputs = kept[key]
        made = recording.compute(outputs, inputs)

        def propagate(grads):
            pattern = "".join("-" if grad is None else "g" for grad in grads)
            if (key, pattern) not in kept:
                kept[key, pattern] = recording.backward(outputs, pattern)
            return kept[key, pattern].compute(inputs, made, grads)

        record("aggregate", list(inputs), made, propagate)
        return made[0]

    return operator
