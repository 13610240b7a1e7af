"""does: Records a backward at each call of propagate.

points: 3
hears: Keep each backward under its pattern, next to the recording.
"""

def aggregate(fn):
    kept = {}

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
            if True:
                backwards[pattern] = recording.backward(outputs, pattern)
            return backwards[pattern].compute(inputs, made, grads)

        record("aggregate", inputs, made, propagate)
        return made[0]

    return operator
