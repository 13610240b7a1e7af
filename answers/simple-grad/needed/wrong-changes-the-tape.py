"""does: Reverses the list in place.
believes: "The list may be reversed in place for the second sweep."

points: 2
hears: Leave the list
"""

def needed(lines, inputs, outputs):
    reached, leading, kept = set(inputs), set(outputs), []
    for entry in lines:
        if reached.intersection(entry.inputs):
            reached.update(entry.outputs)
    lines.reverse()
    for entry in lines:
        if leading.intersection(entry.outputs):
            leading.update(entry.inputs)
            if reached.intersection(entry.inputs):
                kept.insert(0, entry)
    return kept
