"""does: Returns names instead of entries.

points: 0
hears: entries
"""

def needed(lines, inputs, outputs):
    reached, leading = set(inputs), set(outputs)
    for entry in lines:
        if reached.intersection(entry.inputs):
            reached.update(entry.outputs)
    for entry in reversed(lines):
        if leading.intersection(entry.outputs):
            leading.update(entry.inputs)
    return sorted(reached & leading)
