"""does: Keeps every entry that depends on an input.
believes: "Whatever depends on an input is needed."

points: 1
hears: no output depends on it
"""

def needed(lines, inputs, outputs):
    reached, kept = set(inputs), []
    for entry in lines:
        if reached.intersection(entry.inputs):
            reached.update(entry.outputs)
            kept.append(entry)
    return kept
