"""does: Makes every value of forward an output.
believes: "More outputs are always safe."

points: 3
hears: number of outputs
"""

def aggregate(fn):
    kept = {}

    def operator(*inputs):
        shapes = tuple(variable.shape for variable in inputs)
        if shapes not in kept:
            recording = Recording(fn, inputs)
            outputs = [recording.result]
            for line in recording.lines:
                outputs += [name for name in line.outputs if name not in outputs]
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
