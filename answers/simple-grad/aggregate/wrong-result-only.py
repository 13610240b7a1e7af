"""does: Makes only the result an output.
believes: "The result is the only output."

points: 1
hears: number of outputs: expected 2, got 1.
"""

def aggregate(fn):
    kept = {}

    def operator(*inputs):
        shapes = tuple(variable.shape for variable in inputs)
        if shapes not in kept:
            recording = Recording(fn, inputs)
            outputs = [recording.result]
            kept[shapes] = recording, outputs, {}
        recording, outputs, backwards = kept[shapes]
        made = recording.compute(outputs, inputs)

        def propagate(grads):
            pattern = received(grads)
            if pattern not in backwards:
                backwards[pattern] = recording.backward(outputs, pattern)
            return backwards[pattern].compute(inputs, made, grads)

        record("aggregate", inputs, made, propagate)
        return made[0]

    return operator
