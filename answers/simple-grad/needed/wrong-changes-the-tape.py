"""The list may be turned round for the second sweep.

points: 2
hears: Leave the list
"""

def needed(lines, inputs, outputs):
    reached, leading, kept = set(inputs), set(outputs), []
    for line in lines:
        if reached.intersection(line.inputs):
            reached.update(line.outputs)
    lines.reverse()
    for line in lines:
        if leading.intersection(line.outputs):
            leading.update(line.inputs)
            if reached.intersection(line.inputs):
                kept.insert(0, line)
    return kept
