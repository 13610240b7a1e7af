"""A line has one output.

points: 2
"""

def needed(lines, inputs, outputs):
    reached, leading = set(inputs), set(outputs)
    for line in lines:
        if reached.intersection(line.inputs):
            reached.add(line.outputs[0])
    for line in reversed(lines):
        if line.outputs[0] in leading:
            leading.update(line.inputs)
    return [one for one in lines if one.outputs[0] in reached and one.outputs[0] in leading]
