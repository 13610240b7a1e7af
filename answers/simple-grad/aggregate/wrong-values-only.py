"""does: Returns new Variables that have no entry on the tape.
believes: "A gradient is a Variable with the right number."

points: 3
hears: No path on the tape
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
            if pattern not in backwards:
                backwards[pattern] = recording.backward(outputs, pattern)
            found = backwards[pattern].compute(inputs, made, grads)
            return [None if one is None else Variable(one.value) for one in found]

        record("aggregate", inputs, made, propagate)
        return made[0]

    return operator
