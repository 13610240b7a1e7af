"""does: Asks twice for what is handed over, and not until nothing new comes.
believes: "Second gradients need two backwards, so two rounds are enough."

points: 3
"""
def aggregate(fn):
    """Return an operator like `fn` that records one entry, right to any order."""
    kept = {}

    def operator(*inputs):
        shapes = tuple(variable.shape for variable in inputs)
        if shapes not in kept:
            recording = Recording(fn, inputs)
            outputs = [recording.result]
            for _ in range(2):
                backward = recording.backward(outputs, "g" * len(outputs))
                for name in recording.handed_over(backward):
                    if name not in outputs and name not in recording.inputs:
                        outputs.append(name)
            kept[shapes] = recording, outputs, {}
        recording, outputs, backwards = kept[shapes]
        made = recording.compute(outputs, inputs)

        def propagate(grad_outputs):
            pattern = received(grad_outputs)
            if pattern not in backwards:
                backwards[pattern] = recording.backward(outputs, pattern)
            return backwards[pattern].compute(inputs, made, grad_outputs)

        record("aggregate", inputs, made, propagate)
        return made[0]

    return operator
