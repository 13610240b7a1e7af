"""does: Adds names to the list `inputs` of the caller.
believes: "+= makes a new list."

points: 2
"""
def needed(lines, inputs, outputs):
    """Return the entries that are on a path from one of `inputs` to one of `outputs`, in order."""
    known = inputs
    for line in lines:
        if any(name in known for name in line.inputs):
            known += line.outputs
    useful, kept = list(outputs), []
    for line in reversed(lines):
        if any(name in useful for name in line.outputs):
            useful += line.inputs
            kept.append(line)
    return [line for line in reversed(kept) if any(name in known for name in line.inputs)]
