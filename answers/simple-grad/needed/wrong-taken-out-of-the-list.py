"""does: Removes entries from the list that it was called with.

points: 2
hears: Leave the list
"""

def needed(lines, inputs, outputs):
    moving, asked = set(inputs), set(outputs)
    for entry in lines:
        if moving & set(entry.inputs):
            moving |= set(entry.outputs)
    for entry in lines[::-1]:
        if asked & set(entry.outputs):
            asked |= set(entry.inputs)
    for entry in lines[:]:
        if not (moving & set(entry.inputs) and asked & set(entry.outputs)):
            lines.pop(lines.index(entry))
    return lines
