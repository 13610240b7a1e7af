"""does: Looks only at the first input in the first sweep.
believes: "An entry depends only on its first input."

points: 1
"""

def needed(lines, inputs, outputs):
    reached, leading = set(inputs), set(outputs)
    for entry in lines:
        if entry.inputs[0] in reached:
            reached.update(entry.outputs)
    for entry in reversed(lines):
        if leading.intersection(entry.outputs):
            leading.update(entry.inputs)
    return [one for one in lines if {*one.outputs} & reached and {*one.outputs} & leading]
