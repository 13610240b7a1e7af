"""does: Looks only once for values that are handed over.
believes: "What the first backward reads is all that escapes."

points: 3
hears: third gradients: the gradient of a
"""

def aggregate(fn):
    kept = {}

    def operator(*inputs):
        shapes = tuple(variable.shape for variable in inputs)
        if shapes not in kept:
            recording = Recording(fn, inputs)
            outputs = [recording.result]
            backward = recording.backward(outputs, "g")
            for name in recording.handed_over(backward):
                if name not in recording.inputs and name not in outputs:
                    outputs.append(name)
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
