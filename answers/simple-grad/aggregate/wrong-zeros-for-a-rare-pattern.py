"""does: Has a backward for two patterns, and replaces each None with zeros in the others.
believes: "A pattern that is rare isn't worth a backward of its own."

points: 3
hears: Entries that the second backward records: expected at most
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
                known = outputs + recording.inputs
                new = [name for name in recording.handed_over(backward) if name not in known]
                if not new:
                    break
                outputs += new
            patterns = ["g" * len(outputs), "g" + "-" * (len(outputs) - 1)]
            backwards = {pattern: recording.backward(outputs, pattern) for pattern in patterns}
            kept[shapes] = recording, outputs, backwards
        recording, outputs, backwards = kept[shapes]
        made = recording.compute(outputs, inputs)

        def propagate(grads):
            if received(grads) not in backwards:
                zeros = [Variable(one.value * 0) for one in made]
                grads = [zero if grad is None else grad for grad, zero in zip(grads, zeros)]
            return backwards[received(grads)].compute(inputs, made, grads)

        record("aggregate", inputs, made, propagate)
        return made[0]

    return operator
