"""does: Passes on inputs only.
believes: "Backward computes the other values again."

points: 0
hears: v0 is missing
"""

def cut(lines, forward, inputs):
    read = {name for entry in lines[forward:] for name in entry.inputs}
    return [name for name in inputs if name in read]
