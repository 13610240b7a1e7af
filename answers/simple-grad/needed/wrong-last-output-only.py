"""does: Looks only at the last output.
believes: "Only the last output counts."

points: 2
"""

def needed(lines, inputs, outputs):
    reached, leading = set(inputs), set(outputs[-1:])
    for entry in lines:
        if reached.intersection(entry.inputs):
            reached.update(entry.outputs)
    for entry in reversed(lines):
        if leading.intersection(entry.outputs):
            leading.update(entry.inputs)
    return [one for one in lines if {*one.outputs} & reached and {*one.outputs} & leading]
