"""does: Passes on the result, too.
believes: "Backward gets the result, too."

points: 1
hears: no entry behind the cut reads it
"""

def cut(lines, forward, inputs):
    there = {*inputs}.union(*(entry.outputs for entry in lines[:forward]))
    read = {name for entry in lines[forward:] for name in entry.inputs}
    return list((there & read) | {*lines[forward - 1].outputs})
