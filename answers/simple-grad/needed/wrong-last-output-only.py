"""There is one output, the last.

points: 2
"""

def needed(lines, inputs, outputs):
    reached, leading = set(inputs), set(outputs[-1:])
    for line in lines:
        if reached.intersection(line.inputs):
            reached.update(line.outputs)
    for line in reversed(lines):
        if leading.intersection(line.outputs):
            leading.update(line.inputs)
    return [one for one in lines if {*one.outputs} & reached and {*one.outputs} & leading]
