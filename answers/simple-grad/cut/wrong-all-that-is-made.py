"""does: Passes on every value that forward made, but no input.
believes: "Forward passes on every value that it made."

points: 0
hears: is missing
"""

def cut(lines, forward, inputs):
    return [name for entry in lines[:forward] for name in entry.outputs]
