"""does: Keeps every entry that leads to an output.
believes: "Whatever leads to an output is needed."

points: 1
hears: does not depend on an input
"""

def needed(lines, inputs, outputs):
    leading, kept = set(outputs), []
    for entry in reversed(lines):
        if leading.intersection(entry.outputs):
            leading.update(entry.inputs)
            kept.insert(0, entry)
    return kept
