"""Sweeps over the names twice, then selects the entries.

points: 3
"""

def needed(lines, inputs, outputs):
    leading = set(outputs)
    for entry in lines[::-1]:
        if any(name in leading for name in entry.outputs):
            leading |= set(entry.inputs)
    reached, kept = set(inputs), []
    for entry in lines:
        if reached & set(entry.inputs):
            reached |= set(entry.outputs)
            if leading & set(entry.outputs):
                kept.append(entry)
    return kept
