"""does: Looks only at the first input of an entry.
believes: "An entry has one input."

points: 0
hears: is missing
"""

def cut(lines, forward, inputs):
    there = {*inputs}.union(*(entry.outputs for entry in lines[:forward]))
    return {entry.inputs[0] for entry in lines[forward:]} & there
