"""What is needed is names.

points: 0
hears: lines
"""

def needed(lines, inputs, outputs):
    reached, leading = set(inputs), set(outputs)
    for line in lines:
        if reached.intersection(line.inputs):
            reached.update(line.outputs)
    for line in reversed(lines):
        if leading.intersection(line.outputs):
            leading.update(line.inputs)
    return sorted(reached & leading)
