"""does: Keeps the recordings of all functions in one table.
believes: "All aggregates can share what is kept."

points: 0
hears: the value: expected [10, 66], got [12, 24].
"""

kept = {}


def aggregate(fn):
    def operator(*inputs):
        shapes = tuple(variable.shape for variable in inputs)
        if shapes not in kept:
            recording = Recording(fn, inputs)
            outputs = [recording.result]
            while True:
                backward = recording.backward(outputs, "g" * len(outputs))
                new = []
                for name in recording.handed_over(backward):
                    if name not in outputs and name not in recording.inputs:
                        new.append(name)
                if not new:
                    break
                outputs += new
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
