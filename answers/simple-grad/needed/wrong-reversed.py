"""The sweep goes back, and so does the list.

points: 0
hears: order
"""

def needed(lines, inputs, outputs):
    reached, leading, kept = set(inputs), set(outputs), []
    for line in lines:
        if reached.intersection(line.inputs):
            reached.update(line.outputs)
    for line in reversed(lines):
        if leading.intersection(line.outputs):
            leading.update(line.inputs)
            if reached.intersection(line.outputs):
                kept.append(line)
    return kept
