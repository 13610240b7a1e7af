"""does: Makes a new dict of backwards at each call of the operator.
believes: "The backwards belong to the entry, so each entry has its own."

points: 3
"""
def aggregate(fn):
    """Return an operator like `fn` that records one entry, right to any order."""
    kept = {}

    def operator(*inputs):
        shapes = tuple(variable.shape for variable in inputs)
        if shapes not in kept:
            recording = Recording(fn, inputs)
            outputs, new = [recording.result], True
            while new:
                backward = recording.backward(outputs, "g" * len(outputs))
                known = {*outputs, *recording.inputs}
                new = [x for x in recording.handed_over(backward) if x not in known]
                outputs = [*outputs, *new]
            kept[shapes] = recording, outputs
        recording, outputs = kept[shapes]
        backwards = {}
        made = recording.compute(outputs, inputs)

        def propagate(grad_outputs):
            pattern = received(grad_outputs)
            if pattern not in backwards:
                backwards[pattern] = recording.backward(outputs, pattern)
            return backwards[pattern].compute(inputs, made, grad_outputs)

        record("aggregate", inputs, made, propagate)
        return made[0]

    return operator
