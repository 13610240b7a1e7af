"""does: Keeps a recording for each shape of the result.
believes: "What is computed depends on the shape of the result."

points: 3
hears: Runs of fn for three lists of shapes: expected 3, got 2
"""

def aggregate(fn):
    kept = {}

    def operator(*inputs):
        shape = torch.broadcast_shapes(*[variable.shape for variable in inputs])
        if shape not in kept:
            recording = Recording(fn, inputs)
            outputs = [recording.result]
            while True:
                backward = recording.backward(outputs, "g" * len(outputs))
                known = outputs + recording.inputs
                new = [name for name in recording.handed_over(backward) if name not in known]
                if not new:
                    break
                outputs += new
            kept[shape] = recording, outputs, {}
        recording, outputs, backwards = kept[shape]
        made = recording.compute(outputs, inputs)

        def propagate(grads):
            pattern = received(grads)
            if pattern not in backwards:
                backwards[pattern] = recording.backward(outputs, pattern)
            return backwards[pattern].compute(inputs, made, grads)

        record("aggregate", inputs, made, propagate)
        return made[0]

    return operator
