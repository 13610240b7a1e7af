"""Also counts an entry that makes an input, which no tape has.

points: 3
"""
def needed(lines, inputs, outputs):
    """Return the entries that are on a path from one of `inputs` to one of `outputs`, in order."""
    wanted = set(outputs)
    for line in reversed(lines):
        if wanted.intersection(line.outputs):
            wanted.update(line.inputs)
    moving = set(inputs)
    for line in lines:
        if moving.intersection([*line.inputs, *line.outputs]):
            moving.update(line.outputs)
    return [line for line in lines if wanted & moving & set(line.outputs)]
