"""does: Returns the entries in reverse order.
believes: "The second sweep runs backward, so the result is reversed."

points: 0
hears: order
"""

def needed(lines, inputs, outputs):
    reached, leading, kept = set(inputs), set(outputs), []
    for entry in lines:
        if reached.intersection(entry.inputs):
            reached.update(entry.outputs)
    for entry in reversed(lines):
        if leading.intersection(entry.outputs):
            leading.update(entry.inputs)
            if reached.intersection(entry.outputs):
                kept.append(entry)
    return kept
