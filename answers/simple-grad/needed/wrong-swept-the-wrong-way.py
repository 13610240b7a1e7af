"""does: Sweeps both times in the wrong direction.
believes: "The direction of a sweep doesn't matter."

points: 0
"""

def needed(lines, inputs, outputs):
    reached, leading = set(inputs), set(outputs)
    for entry in reversed(lines):
        if reached.intersection(entry.inputs):
            reached.update(entry.outputs)
    for entry in lines:
        if leading.intersection(entry.outputs):
            leading.update(entry.inputs)
    return [one for one in lines if {*one.outputs} & reached and {*one.outputs} & leading]
