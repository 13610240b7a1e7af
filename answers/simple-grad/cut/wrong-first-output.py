"""does: Looks only at the first output of an entry.
believes: "An entry has one output."

points: 1
hears: t is missing
"""

def cut(lines, forward, inputs):
    there = {*inputs, *(entry.outputs[0] for entry in lines[:forward])}
    read = {name for entry in lines[forward:] for name in entry.inputs}
    return there & read
