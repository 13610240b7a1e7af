"""does: Keeps the backwards by their pattern only, for all shapes together.
believes: "The pattern says which backward it is."

points: 3
"""
def aggregate(fn):
    """Return an operator like `fn` that records one entry, right to any order."""
    kept, backwards = {}, {}

    def operator(*inputs):
        shapes = tuple(variable.shape for variable in inputs)
        if shapes not in kept:
            recording = Recording(fn, inputs)
            outputs = [recording.result]
            while True:
                backward = recording.backward(outputs, "g" * len(outputs))
                new = [
                    name
                    for name in recording.handed_over(backward)
                    if name not in outputs and name not in recording.inputs
                ]
                if not new:
                    break
                outputs += new
            kept[shapes] = recording, outputs
        recording, outputs = kept[shapes]
        made = recording.compute(outputs, inputs)

        def propagate(grad_outputs):
            pattern = received(grad_outputs)
            if pattern not in backwards:
                backwards[pattern] = recording.backward(outputs, pattern)
            return backwards[pattern].compute(inputs, made, grad_outputs)

        record("aggregate", inputs, made, propagate)
        return made[0]

    return operator
