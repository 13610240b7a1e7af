"""does: Keeps one backward for all patterns.
believes: "One backward does for all patterns."

points: 2
hears: This backward is for the pattern g-, and -g has arrived.
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
            if not backwards:
                backwards["all"] = recording.backward(outputs, received(grads))
            return backwards["all"].compute(inputs, made, grads)

        record("aggregate", inputs, made, propagate)
        return made[0]

    return operator
