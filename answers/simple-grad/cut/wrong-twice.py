"""does: Passes on a name each time it is read.
believes: "A name that is read twice is passed on twice."

points: 1
hears: a is handed over twice
"""

def cut(lines, forward, inputs):
    there = {*inputs}.union(*(entry.outputs for entry in lines[:forward]))
    return [name for entry in lines[forward:] for name in entry.inputs if name in there]
