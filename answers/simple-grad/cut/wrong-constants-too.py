"""does: Passes on constants, too.
believes: "Everything that backward reads but doesn't make is passed on."

points: 1
hears: is a constant or the upstream gradient
"""

def cut(lines, forward, inputs):
    made = {name for entry in lines[forward:] for name in entry.outputs}
    read = {name for entry in lines[forward:] for name in entry.inputs}
    return sorted(read - made)
