"""A line follows from its first input.

points: 1
"""

def needed(lines, inputs, outputs):
    reached, leading = set(inputs), set(outputs)
    for line in lines:
        if line.inputs[0] in reached:
            reached.update(line.outputs)
    for line in reversed(lines):
        if leading.intersection(line.outputs):
            leading.update(line.inputs)
    return [one for one in lines if {*one.outputs} & reached and {*one.outputs} & leading]
