"""does: Looks only at the first entry of backward.
believes: "Every value is read by the next entry."

points: 0
hears: v0 is missing
"""

def cut(lines, forward, inputs):
    there = {*inputs}.union(*(entry.outputs for entry in lines[:forward]))
    return [name for name in lines[forward].inputs if name in there]
