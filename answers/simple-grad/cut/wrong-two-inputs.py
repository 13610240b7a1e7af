"""does: Unpacks two inputs from each entry.
believes: "Each entry has two inputs, as an operation such as + has."

points: 0
hears: values to unpack
"""

def cut(lines, forward, inputs):
    there = {*inputs}.union(*(line.outputs for line in lines[:forward]))
    handed = set()
    for line in lines[forward:]:
        left, right = line.inputs
        handed |= {left, right} & there
    return handed
