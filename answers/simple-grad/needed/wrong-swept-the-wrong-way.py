"""The direction of a sweep does not matter.

points: 0
"""

def needed(lines, inputs, outputs):
    reached, leading = set(inputs), set(outputs)
    for line in reversed(lines):
        if reached.intersection(line.inputs):
            reached.update(line.outputs)
    for line in lines:
        if leading.intersection(line.outputs):
            leading.update(line.inputs)
    return [one for one in lines if {*one.outputs} & reached and {*one.outputs} & leading]
