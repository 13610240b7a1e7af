"""does: Passes on no input.
believes: "Backward already has the inputs."

points: 0
hears: b is missing
"""

def cut(lines, forward, inputs):
    made = {name for entry in lines[:forward] for name in entry.outputs}
    return list(made & {name for entry in lines[forward:] for name in entry.inputs})
